"""Towns, streets, postcodes and regions: others of the same map."""
