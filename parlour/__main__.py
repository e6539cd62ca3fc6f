"""`python -m parlour`: the same front door as the `parlour` command."""

from parlour.cli import main

if __name__ == "__main__":
    main()
