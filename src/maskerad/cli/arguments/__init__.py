"""What commands are told: options, bundles of them, inputs, settings, keys and vaults."""
