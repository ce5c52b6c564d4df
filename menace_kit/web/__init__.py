"""The companion: pages and an API over the same guide and the same journal as the terminal. Needs the extra `web`."""
