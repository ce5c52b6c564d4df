"""What is printed besides labels.

`checklists` lists to read and tick off; `index` the chart that finds a box;
`cards` what the colours mean, stickers for those who played, and sheets of square codes; `posters`
pages to hang up; `records` forms to be filled in, and the page on which a printer is measured;
`cabinet` its map; `cutouts` fences, board and pieces;
`nets` boxes to be folded, and sketches of boxes; `steps` a drawing of each step of building;
`lesson` what a teacher and a group need for a lesson.
"""
