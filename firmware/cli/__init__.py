"""The subcommands of `stadium`, one module each."""
