"""The pages, each with its route and what only it shows; they ask the companion as the API does.

`operate` and `quick` enter games, `login` takes the PIN, `coach` advises. `box`, `cabinet` and
`find` show boxes, `history` games, `downloads` the kit's printables. `statistics`, `charts` and
`learned` show progress. `screen`, with `story`, `wall`, `bowl` and `results`, is for an audience;
`watch` and `twin` are for visitors' phones; `groups` and `overview` for a class.
"""
