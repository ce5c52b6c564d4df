"""Labels: `label` how a kit's labels look, and one label; `sheets` which labels lie where, and the fit test."""
