"""The journal: durable before it is shown, and safe from bad disks."""
