"""Training of neural recognisers, with torch (the extra ``train``)."""
