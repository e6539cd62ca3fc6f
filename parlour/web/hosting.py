"""What a host does from the command line, beside a house that runs or one that is closed."""

from pathlib import Path

import platformdirs
import sqlalchemy as sa

from parlour.kit.mistake import Mistake


def database_at(address: str | None, password_file: Path | None = None) -> str:
    """The database that a host means: SQLite in the user's data folder if no other is named."""
    if address is None:
        address = f"sqlite:///{platformdirs.user_data_path('parlour') / 'house.sqlite'}"
    if password_file is None or address.startswith("sqlite:"):
        return address
    try:
        password = password_file.read_text("utf-8").strip()
        return sa.make_url(address).set(password=password).render_as_string(hide_password=False)
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"The password can't be read from {password_file}: {reason(error)}.") from None
    except sa.exc.ArgumentError:
        return address  # whoever reaches for it says what an address is


def reason(error: Exception) -> str:
    """Why something failed, in the words of the system."""
    return getattr(error, "strerror", None) or str(error)
