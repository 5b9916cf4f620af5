"""The workspace over HTTP: pages and their JSON, sessions, roles, and what every answer carries."""
