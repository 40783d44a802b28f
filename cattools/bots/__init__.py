"""A room of cattools; see docs/architecture.md."""
