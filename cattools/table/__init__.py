"""Tables: one game played on several devices, each of which shows only what its seat can know."""
