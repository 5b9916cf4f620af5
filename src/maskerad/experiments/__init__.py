"""Where the published studies will be run as commands; nothing here yet."""
