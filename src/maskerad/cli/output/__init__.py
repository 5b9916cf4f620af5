"""What commands say: to standard output, to standard error, to files of figures and to pages."""
