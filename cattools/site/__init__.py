"""The static site and the tools that build it; see docs/architecture.md."""
