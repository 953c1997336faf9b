"""The catalogs and questions that are measured, and what is aimed at."""

import collections

# `source` is that in training/ranker_files.json: what is left out of training; None if nothing was
# learned from the pack. `names` is the value of --names. If `is_coded`, the names are replaced by codes
# and kept as descriptions (coded.py).
Pack = collections.namedtuple("Pack", "name source tables questions names is_coded", defaults=[False])

_REAL = "real_catalogs/"

PACKS = {pack.name: pack for pack in (
    Pack("lite", "spider2", _REAL + "spider2_lite/catalog.json.gz",
         _REAL + "spider2_lite/questions.jsonl.gz", "original"),
    Pack("snow", "spider2", _REAL + "spider2_snow/catalog.json.gz",
         _REAL + "spider2_snow/questions.jsonl.gz", "original"),
    Pack("native", "snails", _REAL + "snails/tables_native.json.gz",
         _REAL + "snails/questions_native.jsonl.gz", "original"),
    Pack("low", "snails", _REAL + "snails/tables_low.json.gz",
         _REAL + "snails/questions_low.jsonl.gz", "original"),
    Pack("least", "snails", _REAL + "snails/tables_least.json.gz",
         _REAL + "snails/questions_least.jsonl.gz", "original"),
    Pack("sede", "sede", _REAL + "sede/tables.json.gz", _REAL + "sede/questions.jsonl.gz", "original"),
    Pack("bull_cn", None, _REAL + "bull/tables_cn.json.gz", _REAL + "bull/questions_cn.jsonl.gz",
         "readable"),
    Pack("spider_dev", None, "spider/tables.json.gz", "spider/dev.jsonl.gz", "readable"),
    Pack("spider_syn", None, "spider/tables.json.gz", "spider_syn/dev.jsonl.gz", "readable"),
    Pack("bird", None, "bird_dev/tables_80.json.gz", "bird_dev/questions_even.jsonl.gz", "readable"),
    Pack("held_out", None, "training/held_out_tables.json", "training/held_out_pairs.jsonl", "original"),
    Pack("coded", None, "training/held_out_tables.json", "training/held_out_pairs.jsonl", "original", True),
    Pack("wide", None, "training/held_out_wide_tables.json", "training/held_out_wide_pairs.jsonl", "readable"),
    Pack("wide_coded", None, "training/held_out_wide_tables.json", "training/held_out_wide_pairs.jsonl",
         "original", True),
)}

# The packs whose questions are also divided by families of data sets.
FAMILIES_OF = "spider2"

LEFT_OUT, BY_FAMILIES = "left out", "by families"

# What is aimed at, in percent, by pack and way of training: without an encoder, with one.
GOALS = {
    ("lite", LEFT_OUT): (
        {"dR@1": 60, "dR@5": 92, "tR@20": 83, "CT@20": 75, "cR@30": 48},
        {"dR@1": 66, "dR@5": 93, "tR@20": 87, "CT@20": 80, "cR@30": 53}),
    ("lite", BY_FAMILIES): (
        {"dR@1": 66, "dR@5": 93, "tR@20": 86, "CT@20": 80, "cR@30": 52},
        {"dR@1": 70, "dR@5": 95, "tR@20": 89, "CT@20": 83, "cR@30": 57}),
    ("snow", LEFT_OUT): (
        {"dR@1": 63, "dR@5": 92, "tR@20": 85, "CT@20": 78, "cR@30": 48},
        {"dR@1": 68, "dR@5": 95, "tR@20": 88, "CT@20": 82, "cR@30": 53}),
    ("snow", BY_FAMILIES): (
        {"dR@1": 68, "dR@5": 94, "tR@20": 87, "CT@20": 81, "cR@30": 52},
        {"dR@1": 72, "dR@5": 95, "tR@20": 90, "CT@20": 84, "cR@30": 57}),
    ("native", LEFT_OUT): (
        {"dR@1": 84, "tR@20": 94, "CT@20": 90, "cR@30": 78},
        {"dR@1": 87, "tR@20": 95, "CT@20": 92, "cR@30": 82}),
    ("low", LEFT_OUT): (
        {"dR@1": 78, "tR@20": 92, "CT@20": 88, "cR@30": 72},
        {"dR@1": 82, "tR@20": 94, "CT@20": 90, "cR@30": 76}),
    ("least", LEFT_OUT): (
        {"dR@1": 50, "tR@20": 70, "CT@20": 61, "cR@30": 40},
        {"dR@1": 54, "tR@20": 74, "CT@20": 65, "cR@30": 44}),
    ("sede", LEFT_OUT): (
        {"tR@20": 98, "CT@20": 95, "cR@30": 76},
        {"tR@20": 98.5, "CT@20": 96, "cR@30": 80}),
    ("bull_cn", LEFT_OUT): ({"dR@1": 90, "tR@15": 92, "cR@30": 65}, {}),
    ("spider_dev", LEFT_OUT): ({"dR@1": 89.3, "dR@5": 99.6, "tR@5": 97.8, "tR@15": 99.9}, {}),
    ("spider_syn", LEFT_OUT): ({"dR@1": 71.6, "dR@5": 92.0, "tR@5": 84.5, "tR@15": 94.5}, {}),
    ("bird", LEFT_OUT): ({"dR@1": 89.2, "dR@5": 98.2, "tR@5": 91.3, "tR@15": 96.7}, {}),
}
