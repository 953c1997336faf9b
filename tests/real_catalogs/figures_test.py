#!/usr/bin/env python3
"""Tests the arithmetic and the trainings of bench/real_catalogs, and the list of training files."""

import os
import sys
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "bench", "real_catalogs"), os.path.join(ROOT, "training")]
import coded  # noqa: E402
import families  # noqa: E402
import features  # noqa: E402
import figures  # noqa: E402
import packs  # noqa: E402
import ranker_files  # noqa: E402
import steps  # noqa: E402


def question(database="shop", first=1, columns=None, probability=None):
    return {"db_id": database, "database_recall": {"1": first}, "column_recall": columns,
            "database_probability": probability}


class Families(unittest.TestCase):
    def test_names_of_one_data_set_are_a_family(self):
        for name in ("weather", "WEATHER_2", "Weather_v3", "weather__snowflake", "weather_plus", "weather-eu"):
            self.assertEqual(families.family(name), "weather", name)
        self.assertEqual(families.family("census_2020_v2"), "census")
        self.assertNotEqual(families.family("weatherman"), "weather")

    def test_the_order_is_that_of_numpy(self):
        self.assertEqual(families.shuffled(range(10), 0), [2, 8, 4, 9, 1, 6, 7, 3, 0, 5])
        self.assertEqual(families.shuffled(range(10), 42), [8, 1, 5, 0, 7, 2, 9, 4, 3, 6])

    def test_a_family_is_in_one_fold_and_folds_are_of_like_size(self):
        names = [f"{chr(97 + i)}{end}" for i in range(23) for end in ("", "_2", "_plus")]
        folds = families.fold_of(names)
        for name in names:
            self.assertEqual(folds[name], folds[name[0]])
        sizes = [list(folds.values()).count(fold) for fold in range(families.FOLDS)]
        self.assertLessEqual(max(sizes) - min(sizes), 3)


class Coded(unittest.TestCase):
    ENTRY = {"db_id": "shop", "table_names_original": ["CUST", "ORD"], "table_names": ["customer", "order"],
             "column_names_original": [[-1, "*"], [0, "ID"], [0, "CITY"], [1, "ID"], [1, "CUST"]],
             "column_names": [[-1, "*"], [0, "customer id"], [0, "city"], [1, "order id"], [1, "customer"]],
             "column_types": ["text", "number", "text", "number", "number"],
             "primary_keys": [1, 3], "foreign_keys": [[4, 1]]}

    def coded(self, name):
        return coded.coded_database(dict(self.ENTRY, db_id=name))

    def test_names_are_codes_and_descriptions_say_what_they_were(self):
        database, _ = self.coded("shop")
        self.assertEqual([table["description"] for table in database["tables"]], ["customer", "order"])
        self.assertEqual([column["description"] for column in database["tables"][1]["columns"]],
                         ["order id", "customer"])
        names = [table["name"] for table in database["tables"]]
        names += [column["name"] for table in database["tables"] for column in table["columns"]]
        self.assertFalse(set(names) & {"CUST", "ORD", "ID", "CITY"})

    def test_keys_and_gold_names_follow(self):
        for name in "abcdefgh":  # in all styles
            database, code_of = self.coded(name)
            customer, order = database["tables"]
            self.assertEqual(code_of["ORD.CUST"], f"{order['name']}.{order['columns'][1]['name']}")
            self.assertEqual(customer["primary_key"], [customer["columns"][0]["name"]])
            self.assertEqual(database["foreign_keys"], [{
                "table": order["name"], "columns": [order["columns"][1]["name"]],
                "referenced_table": customer["name"], "referenced_columns": customer["primary_key"]}])

    def test_codes_are_the_same_in_each_run_and_differ_within_a_table(self):
        styles = set()
        for name in "abcdefgh":
            database, _ = self.coded(name)
            self.assertEqual(database, self.coded(name)[0])
            styles.add(database["tables"][0]["name"][:2])
            for table in database["tables"]:
                names = [column["name"] for column in table["columns"]]
                self.assertEqual(len(set(names)), len(names))
        self.assertGreater(len(styles), 2)


class Means(unittest.TestCase):
    def test_questions_without_a_value_do_not_count(self):
        asked = [question("a", 1, {"30": 0.5}), question("b", 0, None), question("b", 0, {})]
        self.assertEqual(figures.means(asked), {"dR@1": 1 / 3, "cR@30": 0.5})

    def test_the_recall_of_a_single_database_is_not_a_figure(self):
        self.assertEqual(figures.means([question(), question()]), {})


class Calibration(unittest.TestCase):
    def test_error_is_zero_if_probabilities_are_frequencies(self):
        pairs = [(0.75, right) for right in (1, 1, 1, 0)] + [(0.25, right) for right in (1, 0, 0, 0)]
        self.assertAlmostEqual(figures.calibration_error(pairs), 0)

    def test_bins_are_weighted_by_their_sizes(self):
        pairs = [(1.0, 1)] * 3 + [(0.5, 1)]
        self.assertAlmostEqual(figures.calibration_error(pairs), 0.5 / 4)

    def test_errors_of_different_bins_do_not_cancel(self):
        self.assertAlmostEqual(figures.calibration_error([(0.4, 1), (0.6, 0)]), 0.6)

    def test_there_is_none_without_probabilities_or_with_one_database(self):
        self.assertIsNone(figures.database_calibration_error([question("a"), question("b")]))
        self.assertIsNone(figures.database_calibration_error([question(probability=0.5)]))
        both = [question("a", 1, None, 0.5), question("b", 0, None, 0.5)]
        self.assertAlmostEqual(figures.database_calibration_error(both), 0)


class Bootstrap(unittest.TestCase):
    def test_equal_systems_do_not_differ(self):
        self.assertEqual(figures.bootstrap_interval([0.0] * 50), (0.0, 0.0))

    def test_the_interval_is_about_two_standard_errors(self):
        low, high = figures.bootstrap_interval([1.0] * 50 + [-1.0] * 50)
        self.assertAlmostEqual(low, -0.196, delta=0.03)
        self.assertAlmostEqual(high, 0.196, delta=0.03)

    def test_the_same_seed_gives_the_same_interval(self):
        differences = [0.5, -1.0, 0.0, 1.0] * 5
        self.assertEqual(figures.bootstrap_interval(differences), figures.bootstrap_interval(differences))

    def test_a_clear_loss_is_below_zero_and_a_slight_one_is_not(self):
        won, lost = question(first=1), question(first=0)
        difference, (_, high) = figures.compare([lost] * 30 + [won] * 70, [won] * 100, "dR@1")
        self.assertAlmostEqual(difference, -0.3)
        self.assertLess(high, 0)
        _, (_, high) = figures.compare([lost, lost, won], [won, lost, lost], "dR@1")
        self.assertGreaterEqual(high, 0)

    def test_only_questions_with_both_values_are_compared(self):
        ours = [question(columns={"30": 1.0}), question()]
        theirs = [question(columns={"30": 0.0}), question(columns={"30": 1.0})]
        self.assertEqual(figures.compare(ours, theirs, "cR@30")[0], 1.0)
        self.assertIsNone(figures.compare(ours, [question(), question()], "cR@30"))


class Features(unittest.TestCase):
    @staticmethod
    def asked(first, tables, columns):
        return [{"db_id": database, "database_recall": {"1": first}, "table_recall": {"20": tables},
                 "complete_table_recall": {"20": tables}, "column_recall": {"30": columns}}
                for database in ("shop", "zoo")]

    def test_worth_is_the_mean_over_rows_and_figures_of_what_is_lost_without_the_feature(self):
        whole = {"lite": self.asked(1, 1, 1), "low": self.asked(0.5, 0.5, 0.5)}
        without = {"lite": self.asked(0.4, 1, 0.5), "low": self.asked(0.5, 0.8, 0.5)}
        of_tables = features.worth("tables.words", whole, without)
        self.assertAlmostEqual(of_tables["rows"]["lite"], 0.2)
        self.assertAlmostEqual(of_tables["rows"]["low"], -0.2)
        self.assertAlmostEqual(of_tables["worth"], 0)
        self.assertAlmostEqual(of_tables["figures"]["dR@1"], 0.3)
        self.assertAlmostEqual(features.worth("columns.words", whole, without)["worth"], 0.25)


class Trainings(unittest.TestCase):
    """A stand-in for the command counts its runs and fails if asked to."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.runs, self.fails = 0, False
        replaced = mock.patch.object(steps.Steps, "_run", lambda _, options: self.run_command(options))
        replaced.start()
        self.addCleanup(replaced.stop)
        self.steps = steps.Steps(sys.executable, os.path.join(folder.name, "work"))

    def run_command(self, options):
        if "--help" in options:
            return "--questions-out"
        self.runs += 1
        if "--ablations" in options:
            folder = options[options.index("--ablations") + 1]
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "tables.said.ranker"), "w", encoding="utf-8") as file:
                file.write("without")
        if self.fails:
            raise steps.Failure("no")
        with open(options[options.index("--out") + 1], "w", encoding="utf-8") as file:
            file.write("whole")
        return "done"

    def train_twice(self, train):
        with mock.patch("sys.stderr"):
            first = train(["--glossary", "words"], "all")
            self.assertEqual(train(["--glossary", "words"], "all"), first)
        return first

    def test_ablations_come_with_the_whole_ranker_in_one_training(self):
        folder = self.train_twice(self.steps.train_ablations)
        self.assertEqual(os.listdir(folder), ["tables.said.ranker"])
        with open(self.train_twice(self.steps.train), encoding="utf-8") as file:
            self.assertEqual(file.read(), "whole")
        self.assertEqual(self.runs, 1)

    def test_a_ranker_trained_alone_does_not_replace_its_ablations(self):
        self.train_twice(self.steps.train)
        self.assertTrue(os.listdir(self.train_twice(self.steps.train_ablations)))
        self.assertEqual(self.runs, 2)

    def test_a_training_that_failed_is_repeated(self):
        self.fails = True
        with self.assertRaises(steps.Failure):
            self.train_twice(self.steps.train_ablations)
        self.fails = False
        self.assertTrue(os.listdir(self.train_twice(self.steps.train_ablations)))
        self.assertEqual(self.runs, 2)

    def test_other_options_are_another_training(self):
        self.train_twice(self.steps.train_ablations)
        with mock.patch("sys.stderr"):
            self.steps.train_ablations(["--glossary", "others"], "others")
        self.assertEqual(self.runs, 2)


class Lists(unittest.TestCase):
    def test_files_of_this_project_exist(self):
        listed = ranker_files.read()
        named = [listed["glossary"]] + [name for each in listed["sets"] + listed["unlike"]
                                        for name in (each["tables"], each["pairs"], *each.get("reworded", []))]
        for name in named:
            if name.startswith("training/"):
                self.assertTrue(os.path.exists(ranker_files.place(name, "none")), name)

    def test_a_source_that_is_left_out_is_in_no_option(self):
        listed = ranker_files.read()
        for source, part in (("spider2", "spider2_"), ("snails", "snails"), ("spider", "/spider/")):
            self.assertTrue([each for each in ranker_files.options(listed, "data") if part in each])
            kept = ranker_files.options(ranker_files.without(listed, [source]), "data")
            self.assertFalse([each for each in kept if part in each], source)

    def test_nothing_is_learned_from_packs_that_are_only_measured(self):
        options = ranker_files.options(ranker_files.read(), "data")
        for pack in packs.PACKS.values():
            if pack.source is None:
                self.assertNotIn(os.path.join("data", pack.questions), options)
        self.assertFalse([each for each in options if "held_out" in each])


if __name__ == "__main__":
    unittest.main()
