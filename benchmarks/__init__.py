"""What the project must reach, measured: ``python -m benchmarks`` prints every table, or those that are named."""
