"""The blind test of Dalianis (2019): can people tell pseudonymised records from real ones?"""
