"""Tests what walkthrough.py does not show: failures, callbacks that raise, lists instead of buffers."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sqlite3
import tempfile
import threading
import time
import unittest

import sluice

DDL = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL)"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


class ModuleTest(unittest.TestCase):
    def setUp(self) -> None:
        self.catalog = sluice.Catalog.from_ddl(DDL, "db")
        self.suite = sluice.Suite.from_ddl(DDL, "db")

    def test_every_function_of_the_header_is_bound(self) -> None:
        path = os.path.join(os.path.dirname(__file__), "..", "..", "capi", "sluice.h")
        if not os.path.exists(path):
            self.skipTest("not in a source tree")
        with open(path, encoding="utf-8") as file:
            header = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        declared = {}
        for name, parameters in re.findall(r"\nSLUICE_API [^;(]*sluice_(\w+)\(([^)]*)\)", header):
            declared[name] = 0 if parameters == "void" else parameters.count(",") + 1
        bound = {name: len(parameters) + 1 for name, parameters in sluice._CAN_FAIL.items()}
        bound.update((name, len(taken)) for name, (_, taken) in sluice._CANNOT_FAIL.items())
        self.assertEqual(declared, bound)

    def test_structs_have_the_fields_of_the_header(self) -> None:
        path = os.path.join(os.path.dirname(__file__), "..", "..", "capi", "sluice.h")
        if not os.path.exists(path):
            self.skipTest("not in a source tree")
        with open(path, encoding="utf-8") as file:
            header = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        structs = re.findall(r"typedef struct sluice_(\w+) \{(.*?)\n\} ", header, flags=re.S)
        self.assertEqual(len(structs), 30)
        for name, body in structs:
            fields = [re.search(r"\(\*(\w+)\)|(\w+)$", line.split(")(")[0] + (
                ")" if ")(" in line else "")) for line in
                (part.strip() for part in body.split(";")) if line]
            bound = getattr(sluice, "_" + "".join(word.title() for word in name.split("_")))
            self.assertEqual([f.group(1) or f.group(2) for f in fields if f],
                             [field[0] for field in bound._fields_], name)

    def test_a_catalog_is_built(self) -> None:
        builder = sluice.CatalogBuilder()
        shop = builder.add_database("shop", "Orders of wine.", dialect="postgres")
        orders = shop.add_table("orders", qualifier="sales").add_foreign_key("customer", "customers")
        customers = shop.add_table("customers", "Who buys.", kind=sluice.TableKind.EXTERNAL)
        customers.add_column("id", "INTEGER", nullable=False).add_primary_key("id")
        with self.assertRaisesRegex(sluice.Error, 'table "sales.orders" has no column "customer"'):
            builder.build()
        orders.add_column("customer", "INTEGER", samples=["7", ""], values=["7", "", "größer"])
        catalog = builder.build()
        shop.add_table("days", kind=sluice.TableKind.FAMILY, members=(31, "day_01", "day_31"))
        self.assertEqual(builder.build().count(sluice.Kind.TABLE), 3)
        builder.close()
        table = catalog.find(sluice.Kind.TABLE, "shop.customers")
        self.assertEqual(catalog.text(sluice.Kind.TABLE, table, sluice.Property.DESCRIPTION),
                         "Who buys.")
        self.assertEqual(catalog.texts(sluice.Kind.TABLE, table, sluice.Property.PRIMARY_KEY),
                         ["id"])
        column = catalog.find(sluice.Kind.COLUMN, "shop.sales.orders.customer")
        self.assertEqual(catalog.texts(sluice.Kind.COLUMN, column, sluice.Property.VALUES),
                         ["7", "", "größer"])
        database = catalog.json()["databases"][0]
        self.assertEqual(database["dialect"], "postgresql")
        self.assertEqual(database["tables"][1]["kind"], "external")
        self.assertEqual(database["tables"][0]["foreign_keys"],
                         [{"columns": ["customer"], "table": "customers", "referenced": ["id"],
                           "inferred": False}])
        self.assertEqual(catalog.skipped(), [])

    def test_what_cannot_be_read_is_skipped(self) -> None:
        catalog = sluice.Catalog.from_ddl("CREATE TABLE t (a);\nCREATE TABLE (b);", "db", "mysql")
        self.assertEqual(catalog.text(sluice.Kind.DATABASE, 0, sluice.Property.DIALECT), "mysql")
        self.assertEqual([where for where, _ in catalog.skipped()], ["sql:2"])
        with self.assertRaisesRegex(sluice.Error, "cobol"):
            sluice.Catalog.from_ddl("CREATE TABLE t (a)", "db", "cobol")

    def test_a_retriever_follows(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "zoo.sqlite")
            with contextlib.closing(sqlite3.connect(path)) as writer:
                writer.execute("CREATE TABLE animal (name, weight)")
                first = sluice.Catalog.load(folder)
                before = sluice.Retriever(first)
                writer.execute("ALTER TABLE animal RENAME TO creature")
            after = sluice.Retriever(sluice.Catalog.load(folder, before=first), before=before)
            for retriever, table in ((before, "animal"), (after, "creature")):
                subset = retriever.retrieve("weights of animals")
                self.assertEqual(subset[0].table, table)

    def test_an_error_tells_all_that_it_knows(self) -> None:
        with self.assertRaises(sluice.Error) as caught:
            sluice.Query("SELECT a, c FROM t", self.catalog).check()
        self.assertEqual(caught.exception.name, "not_found")
        self.assertEqual(caught.exception.offset, 10)
        self.assertEqual(caught.exception.where, "sql:1:11")

    def test_an_embedder_may_give_lists(self) -> None:
        embedder = sluice.Embedder("sizes", 2, lambda texts: [[len(t), 1.0] for t in texts])
        subset = sluice.Retriever(self.catalog, embedder).retrieve("b of t")
        self.assertEqual(subset[0].table, "t")

    def test_what_a_callback_raises_comes_out(self) -> None:
        def fails(texts: list[str]) -> None:
            raise KeyError("model")

        with self.assertRaises(KeyError):
            sluice.Retriever(self.catalog, sluice.Embedder("none", 2, fails))
        with self.assertRaisesRegex(ValueError, "expected"):
            sluice.Retriever(self.catalog, sluice.Embedder("short", 2, lambda texts: [[1.0]] * 99))
        self.assertEqual(sluice._called, {})

    def test_an_embedder_is_forgotten_with_its_retriever(self) -> None:
        retriever = sluice.Retriever(
            self.catalog, sluice.Embedder("ones", 1, lambda texts: [[1.0]] * len(texts)))
        self.assertEqual(len(sluice._called), 1)
        retriever.close()
        self.assertEqual(sluice._called, {})
        with self.assertRaises(ctypes.ArgumentError):
            retriever.route("b of t")

    def test_a_mask_hides(self) -> None:
        mask = sluice.Mask(self.catalog)
        mask.hide(sluice.Kind.COLUMN, self.catalog.find(sluice.Kind.COLUMN, "db.t.b"))
        query = sluice.Query("SELECT b FROM t", self.catalog)
        query.check()
        with self.assertRaises(sluice.Error):
            query.check(mask)
        self.assertEqual(query.reads(), {"tables": ["t"], "columns": ["t.b"], "problems": []})

    def test_a_verdict_has_details(self) -> None:
        verdict = self.suite.judge("SELECT count(*) FROM t", "SELECT count(b) FROM t")
        self.assertEqual(verdict.name, "wrong")
        self.assertEqual(verdict.details["gold"]["rows"], [["2"]])

    def test_work_over_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "db.sqlite")
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.executescript(DDL)
            told: list[str] = []
            index = os.path.join(folder, "index")
            self.catalog.build_index(index, progress=lambda stage, done, all: told.append(stage))
            self.assertTrue(told)
            self.assertEqual(sluice.Catalog.load(index).count(sluice.Kind.TABLE), 1)
            gold = "SELECT b FROM t WHERE a > 1"
            suite = sluice.Suite.build([("db", gold)], folder)
            suite.save(os.path.join(folder, "db.suite"))
            opened = sluice.Suite.open(os.path.join(folder, "db.suite"))
            self.assertEqual(opened.judge(gold, "SELECT b FROM t WHERE a >= 1").name, "wrong")
            report = sluice.audit(path, [("db", gold), ("db", "SELECT b FROM t WHERE a > 9")])
            self.assertEqual(report["count"]["empty"], 1)

    def test_examples_and_answers(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "examples.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write('{"question": "How many t?", "db_id": "db", "sql": '
                           '"SELECT count(*) FROM t"}\n')
            examples = sluice.Examples(path, self.catalog)
        ranked = examples.rank("How many?", ["SELECT count(*) FROM t"], database="db")
        self.assertEqual([example.sql for example in ranked], ["SELECT count(*) FROM t"])
        self.assertEqual(examples.rank("How many?", except_database="db"), [])
        asked: list[tuple[str, str]] = []

        def model(messages: list[tuple[str, str]]) -> str:
            asked.extend(messages)
            return "SELECT count(*) FROM t"

        retriever = sluice.Retriever(self.catalog)
        answer = retriever.answer("How many b of t?", model, examples=examples,
                                  databases=self.suite)
        self.assertEqual(answer["rows"], [[2]])
        self.assertIn("How many t?", asked[-1][1])

        def fails(messages: list[tuple[str, str]]) -> str:
            raise KeyError("model")

        with self.assertRaises(KeyError):
            retriever.answer("b of t", fails)
        self.assertEqual(sluice._called, {})

    def test_judging_is_cancelled_from_another_thread_and_by_progress(self) -> None:
        cancellation = sluice.Cancellation()

        def later() -> None:
            time.sleep(0.02)
            cancellation.cancel()

        other = threading.Thread(target=later)
        other.start()
        with self.assertRaises(sluice.Error) as caught:
            self.suite.judge("SELECT 1", ENDLESS, cancellation=cancellation)
        other.join()
        self.assertEqual(caught.exception.name, "cancelled")
        with self.assertRaises(sluice.Error):
            self.suite.judge("SELECT 1", ENDLESS, progress=lambda stage, done, total: False)
        self.assertEqual(sluice._called, {})


if __name__ == "__main__":
    unittest.main()
