"""Laws that hold for any input whatever: a few examples of each in every run of the tests, hours of them in fuzzing."""
