"""`python -m menace_kit` is `menace-kit`."""

from menace_kit.cli import main

if __name__ == "__main__":
    main()
