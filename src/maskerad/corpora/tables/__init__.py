"""Tables: CSV and TSV, Excel workbooks, Parquet and Arrow."""
