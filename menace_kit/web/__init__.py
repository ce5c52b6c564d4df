"""The companion: pages, an API and live events for the guide and the logbook. It holds no rules.

A tap passes through `guard` (who may do it), `api` or `pages` (a route), `acts` (what was sent),
`companion` and `logbook_thread`, to the guide's session and the logbook.

`settings`, `sessions` and `pin` decide who may do what. `page` makes pages from templates,
`problem` answers mistakes, `live` sends news to all listeners, `cache` keeps what is slow to make.
`classroom` is a class, and passes requests on to its machines. `app` puts it together as an
application. `server`, with `options`, `protocol` and `announcement`, runs it on a computer; no
other module of this room knows about sockets.
"""
