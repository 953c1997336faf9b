#!/usr/bin/env python3
"""Replaces the names of a catalog by codes and keeps them as descriptions, as old business software has them.

    python3 bench/real_catalogs/coded.py --tables training/held_out_tables.json \\
        --pairs training/held_out_pairs.jsonl --out coded

Writes coded/catalog.json and coded/pairs.jsonl: the same tables, columns and questions in the same
order. Databases keep their names. The same input gives the same bytes. Needs only the standard
library.
"""

import argparse
import json
import os
import random
import zlib

CONSONANTS = "BCDFGHKLMNPRSTVWZ"


class LetterCodes:
    """KNA1 and VBELN: a column has the same code wherever it has the same name."""

    def __init__(self, draw):
        self.draw = draw
        self.taken = set()
        self.columns = {}

    def _drawn(self, letters, digits):
        while True:
            code = "".join(self.draw.choices(CONSONANTS, k=letters)) + "".join(self.draw.choices("0123456789", k=digits))
            if code not in self.taken:
                self.taken.add(code)
                return code

    def table(self, _):
        return self._drawn(3, 1)

    def column(self, _, name):
        if name not in self.columns:
            self.columns[name] = self._drawn(5, 0)
        return self.columns[name]


class NumberCodes:
    """T_0042 and fld_17: tables and columns are numbered."""

    def __init__(self, draw):
        self.first = draw.randrange(1, 500)

    def table(self, number):
        return f"T_{self.first + 3 * number:04}"

    def column(self, number, _):
        return f"fld_{number + 1:02}"


class GroupCodes:
    """F0101 and A5ALKY: letters and digits that say the group, mixed."""

    def __init__(self, draw):
        self.draw = draw
        self.letters = LetterCodes(draw)

    def table(self, number):
        return f"F{number // 7 + 1:02}{number % 7 * 11 + 1:02}"

    def column(self, number, name):
        return f"{CONSONANTS[number % 17]}{number // 17}{self.letters.column(number, name)[:4]}{number}"


STYLES = (LetterCodes, NumberCodes, GroupCodes)


def coded_database(entry):
    """Returns a database of tables.json in the format of catalog.json, and its codes by old name."""
    draw = random.Random(zlib.crc32(entry["db_id"].encode()))
    codes = draw.choice(STYLES)(draw)
    tables, code_of = [], {}
    old_tables = entry["table_names_original"]
    for number, (old, words) in enumerate(zip(old_tables, entry["table_names"])):
        tables.append({"name": codes.table(number), "description": words, "columns": []})
        code_of[old] = tables[-1]["name"]
    column_codes = [""]  # by position in the entry; the first is "*"
    for (table, old), (_, words), kind in list(zip(
            entry["column_names_original"], entry["column_names"], entry["column_types"]))[1:]:
        columns = tables[table]["columns"]
        columns.append({"name": codes.column(len(columns), old), "type": kind, "description": words})
        column_codes.append(columns[-1]["name"])
        code_of[f"{old_tables[table]}.{old}"] = f"{tables[table]['name']}.{column_codes[-1]}"
    table_of = [table for table, _ in entry["column_names_original"]]
    for key in entry.get("primary_keys", []):
        columns = key if isinstance(key, list) else [key]
        tables[table_of[columns[0]]]["primary_key"] = [column_codes[column] for column in columns]
    keys = [{"table": tables[table_of[column]]["name"], "columns": [column_codes[column]],
             "referenced_table": tables[table_of[referenced]]["name"],
             "referenced_columns": [column_codes[referenced]]}
            for column, referenced in entry.get("foreign_keys", [])]
    return {"name": entry["db_id"], "tables": tables, "foreign_keys": keys}, code_of


def write_coded(tables, pairs, folder):
    """Writes the coded catalog and its questions to a folder, and returns their paths."""
    os.makedirs(folder, exist_ok=True)
    catalog_path, pairs_path = os.path.join(folder, "catalog.json"), os.path.join(folder, "pairs.jsonl")
    databases, code_of = [], {}
    with open(tables, encoding="utf-8") as file:
        for entry in json.load(file):
            database, code_of[entry["db_id"]] = coded_database(entry)
            databases.append(database)
    with open(catalog_path, "w", encoding="utf-8") as file:
        json.dump({"version": 1, "databases": databases}, file, ensure_ascii=False)
        file.write("\n")
    with open(pairs, encoding="utf-8") as file, open(pairs_path, "w", encoding="utf-8") as to:
        for line in filter(str.strip, file):
            question = json.loads(line)
            codes = code_of[question["db_id"]]
            kept = {key: question[key] for key in ("id", "db_id", "question")}
            for gold in ("gold_tables", "gold_columns"):
                kept[gold] = [codes[name] for name in question[gold]]
            to.write(json.dumps(kept, ensure_ascii=False) + "\n")
    return catalog_path, pairs_path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", required=True, help="schemas in the format of Spider's tables.json")
    parser.add_argument("--pairs", required=True, help="questions with gold tables and columns, JSON Lines")
    parser.add_argument("--out", required=True, help="the folder to write to, which is made")
    arguments = parser.parse_args()
    for path in write_coded(arguments.tables, arguments.pairs, arguments.out):
        print(path)


if __name__ == "__main__":
    main()
