"""The lab: what a machine will learn, simulated and summed exactly. Needs the extra `lab`; nobody else imports it."""
