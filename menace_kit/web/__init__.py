"""The companion: pages, an API and live events over the guide and the logbook; it holds no rules.

The way of a tap: `guard` (who may), `api` or `pages` (a route), `acts` (what was sent),
`companion`, `logbook_thread`, and from there the guide's session and the logbook.

`settings`, `sessions` and `pin` say who may; `page` makes pages from templates, `problem` answers
what will not do, `live` tells all who listen, `cache` keeps what takes a while to make.
`classroom` is a class, and sends requests to its machines. `app`: all of it as an application.
`server`: how a computer runs it, with `options`, `protocol` and
`announcement`; no other module of this room knows of sockets.
"""
