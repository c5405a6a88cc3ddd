"""The WebSocket endpoint: protocol, connections, what each of them watches, limits."""
