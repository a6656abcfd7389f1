"""The rules of the games, sans-I/O: no socket, file, clock or luck of their own."""
