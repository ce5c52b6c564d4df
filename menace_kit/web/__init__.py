"""The companion: pages, an API and live events over the guide and the logbook; it holds no rules.

The way of a tap: `guard` (who may), `api` or `pages` (a route), `commands` (the act,
the companion, the logbook's thread), and from there the guide's session and the logbook.
`live`: events for all who listen, and things that are made once for all who ask.
`page`: templates, and mistakes as answers. `app`: all of it as an application.
`server`: how a computer runs it; no other module of this room knows of sockets.
"""
