"""Prints the definitions of SQLAlchemy's models, for `sluice schema show -` and the like.

    python3 print_ddl.py MODULE[:ATTRIBUTE] [DIALECT] | sluice schema show -

MODULE:ATTRIBUTE is what holds the tables: a declarative base or a MetaData; ATTRIBUTE is Base by default, DIALECT
postgresql. Nothing is connected to. Needs SQLAlchemy 1.4 or newer.
"""

import importlib
import sys

from sqlalchemy import create_mock_engine


def main():
    module, _, attribute = sys.argv[1].partition(":")
    held = getattr(importlib.import_module(module), attribute or "Base")
    metadata = getattr(held, "metadata", held)

    def show(statement, *_, **__):
        print(str(statement.compile(dialect=engine.dialect)).strip() + ";")

    dialect = sys.argv[2] if len(sys.argv) > 2 else "postgresql"
    engine = create_mock_engine(f"{dialect}://", show)
    metadata.create_all(engine, checkfirst=False)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
