#include "judge/ties.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "denotations.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

struct Case {
  std::string gold;
  std::string predicted;
  std::string reason;
  TieFinding ties;
};

constexpr auto none = TieFinding::none;
constexpr auto accepted = TieFinding::accepted;
constexpr auto unsupported = TieFinding::unsupported;

/// Prices: 3 for ids 1, 3, 5; 4.5 for 2, 6; 9 for 4. Kinds: a for 1, 3; b for 2, 4; NULL for 5, 6.
constexpr const char *table =
    "CREATE TABLE item (id INTEGER, name TEXT, price REAL, kind TEXT);"
    "INSERT INTO item VALUES (1, 'tea', 3, 'a'), (2, 'jam', 4.5, 'b'), (3, 'rye', 3, 'a'),"
    "(4, 'oil', 9, 'b'), (5, 'ale', 3, NULL), (6, 'fig', 4.5, NULL)";

const Case cases[] = {
    // The order of ties.
    {"SELECT id FROM item ORDER BY price", "SELECT id FROM item ORDER BY price, id", "right", none},
    {"SELECT id FROM item ORDER BY price", "SELECT id FROM item ORDER BY price, id DESC", "right",
     accepted},
    {"SELECT id FROM item ORDER BY price", "SELECT id FROM item ORDER BY price DESC", "rows", none},
    {"SELECT id FROM item ORDER BY price", "SELECT id FROM item ORDER BY id", "rows", none},
    {"SELECT id FROM item ORDER BY price DESC", "SELECT id FROM item ORDER BY price DESC, id DESC",
     "right", accepted},
    {"SELECT id, name FROM item ORDER BY price", "SELECT name, id FROM item ORDER BY price, name",
     "right", accepted},
    {"SELECT id, name FROM item ORDER BY price, id",
     "SELECT id, name FROM item ORDER BY price, id DESC", "rows", none},
    {"SELECT id FROM item ORDER BY kind", "SELECT id FROM item ORDER BY kind, id DESC", "right",
     accepted},
    {"SELECT id FROM item ORDER BY kind", "SELECT id FROM item ORDER BY kind DESC", "rows", none},
    // The cut at LIMIT.
    {"SELECT id FROM item ORDER BY price LIMIT 1", "SELECT 3", "right", accepted},
    {"SELECT id FROM item ORDER BY price LIMIT 1", "SELECT 5", "right", accepted},
    {"SELECT id FROM item ORDER BY price LIMIT 1", "SELECT 2", "rows", none},
    {"SELECT id FROM item ORDER BY price LIMIT 1", "SELECT 3 UNION ALL SELECT 5", "rows", none},
    {"SELECT id FROM item ORDER BY price DESC LIMIT 1", "SELECT 2", "rows", none},
    {"SELECT id FROM item ORDER BY price LIMIT 4", "VALUES (5), (1), (3), (6)", "right", accepted},
    {"SELECT id FROM item ORDER BY price LIMIT 4", "VALUES (5), (1), (6), (3)", "rows", none},
    {"SELECT id FROM item ORDER BY price LIMIT 4", "VALUES (5), (1), (5), (6)", "rows", none},
    {"SELECT id FROM item ORDER BY price LIMIT 2 OFFSET 2", "VALUES (5), (6)", "right", accepted},
    {"SELECT id FROM item ORDER BY price LIMIT 2, 2", "VALUES (1), (2)", "right", accepted},
    {"SELECT id FROM item ORDER BY price LIMIT 2 OFFSET 2", "VALUES (6), (5)", "rows", none},
    {"SELECT id FROM item ORDER BY price LIMIT 2 OFFSET 3", "VALUES (6), (2)", "right", accepted},
    {"SELECT id FROM item LIMIT 2", "VALUES (4), (6)", "right", accepted},
    {"SELECT id FROM item LIMIT 2", "VALUES (4), (4)", "rows", none},
    {"SELECT id FROM item LIMIT 2", "VALUES (4), (7)", "rows", none},
    {"SELECT id, price FROM item ORDER BY price LIMIT 2", "VALUES (3.0, 5), (3.0, 1)", "right",
     accepted},
    // Groups, aliases, positions, expressions.
    {"SELECT kind FROM item GROUP BY kind ORDER BY count(*) LIMIT 1", "SELECT 'b'", "right",
     accepted},
    {"SELECT kind FROM item WHERE id < 6 GROUP BY kind ORDER BY count(*) LIMIT 1", "SELECT 'b'",
     "rows", none},
    {"SELECT kind, count(*) AS n FROM item GROUP BY kind ORDER BY n DESC LIMIT 1", "SELECT 'a', 2",
     "right", accepted},
    {"SELECT kind, count(*) FROM item GROUP BY kind ORDER BY 2 LIMIT 1", "SELECT 'a', 2", "right",
     accepted},
    {"SELECT *, price AS p FROM item ORDER BY p LIMIT 1", "SELECT *, price FROM item WHERE id = 3",
     "right", accepted},
    {"SELECT name FROM item ORDER BY length(name) LIMIT 2", "VALUES ('fig'), ('ale')", "right",
     accepted},
    {"SELECT name FROM item ORDER BY price + 0 LIMIT 1", "SELECT 'ale'", "right", accepted},
    {"SELECT t.name FROM item t JOIN item u ON t.id = u.id ORDER BY u.price LIMIT 1",
     "SELECT 'ale'", "right", accepted},
    {"SELECT name AS price FROM item ORDER BY price LIMIT 1", "SELECT 'tea'", "rows", none},
    {"WITH q AS (SELECT * FROM item) SELECT id FROM q ORDER BY price LIMIT 1", "SELECT 5", "right",
     accepted},
    // Set operations.
    {"SELECT price FROM item UNION ALL SELECT 1 ORDER BY price LIMIT 2", "VALUES (1), (3)", "right",
     none},
    {"SELECT id, price FROM item UNION SELECT 9, 3 ORDER BY price LIMIT 1", "SELECT 9, 3", "right",
     accepted},
    {"SELECT id, price FROM item UNION SELECT 9, 3 ORDER BY 2 LIMIT 1", "SELECT 4, 9", "rows",
     none},
    {"SELECT id AS k FROM item WHERE id < 3 UNION ALL SELECT 1 ORDER BY K", "VALUES (1), (1), (2)",
     "right", none},
    // An order only inside a subquery leaves the order of the outer rows open.
    {"SELECT id FROM item WHERE id IN (SELECT id FROM item ORDER BY price LIMIT 6)",
     "SELECT id FROM item ORDER BY id DESC", "right", accepted},
    // Queries that cannot be rewritten.
    {"SELECT id FROM item ORDER BY price LIMIT (SELECT 1)", "SELECT 3", "rows", unsupported},
    {"SELECT id FROM item ORDER BY price LIMIT -1", "SELECT id FROM item ORDER BY price, id DESC",
     "rows", unsupported},
    {"SELECT price AS p FROM item ORDER BY p + 1 LIMIT 1", "SELECT 4.5", "rows", unsupported},
    {"SELECT id FROM item UNION SELECT 9 ORDER BY id + 0 LIMIT 1", "SELECT 3", "error", none},
    {"SELECT id FROM item ORDER BY random() LIMIT 1", "SELECT 77", "rows", unsupported},
};

}  // namespace

TEST_CASE("exactly the valid orders and cuts of ties are right") {
  const test::TemporaryDirectory folder;
  test::make_sqlite((folder.path() / "shop.sqlite").string(), table);
  const SqliteFolder source(folder.path().string());
  ExecutionOptions options;
  options.ties = true;
  options.jobs = 1;
  ExecutionOptions plain = options;
  plain.ties = false;
  for (const Case &one : cases) {
    CAPTURE(one.gold);
    CAPTURE(one.predicted);
    EvaluationItem item;
    item.database_id = "shop";
    item.golds = {one.gold};
    item.predicted = one.predicted;
    const ExecutionVerdict verdict = *score_execution({item}, source, options).verdicts.front();
    if (one.reason == "error") {
      CHECK(verdict.gold_failed);
      continue;
    }
    CHECK(verdict.reason() == one.reason);
    CHECK(name_of(verdict.ties) == name_of(one.ties));
    const ExecutionVerdict without = *score_execution({item}, source, plain).verdicts.front();
    CHECK(without.ties == TieFinding::none);
    CHECK(without.right == (verdict.right && verdict.ties == TieFinding::none));
  }
}

TEST_CASE("ties of DISTINCT are shown only if it is ordered by selected columns") {
  CHECK(open_ties("SELECT DISTINCT name FROM item ORDER BY name LIMIT 2"));
  CHECK(open_ties("SELECT DISTINCT name AS n, price FROM item ORDER BY price, N"));
  CHECK_FALSE(open_ties("SELECT DISTINCT name FROM item ORDER BY price LIMIT 2"));
  CHECK_FALSE(open_ties("DELETE FROM item"));
  CHECK_FALSE(open_ties("SELECT FROM ORDER"));
  CHECK_FALSE(open_ties("SELECT a FROM t ORDER BY -1"));
  const auto query = open_ties("SELECT *, a AS x FROM t ORDER BY x, b COLLATE NOCASE LIMIT 3, 4;");
  REQUIRE(query);
  CHECK(query->sql == "SELECT *, a AS x, b FROM t ORDER BY x, b COLLATE NOCASE");
  CHECK(query->keys == std::vector<std::ptrdiff_t>{-1});
  CHECK(query->appended == 1);
  CHECK(query->skipped == 3);
  CHECK(query->count == 4);
}

TEST_CASE("the allowed results agree with trying every order and cut") {
  std::mt19937_64 random(7);
  const auto below = [&random](std::size_t bound) {
    return static_cast<std::size_t>(random() % bound);
  };
  std::size_t allowed = 0;
  for (int round = 0; round < 1500; ++round) {
    // The last column is the key, which only the rewritten query has.
    const std::size_t columns = 1 + below(2);
    const std::size_t count = below(6);
    test::Rows all(count);
    for (auto &row : all) {
      for (std::size_t i = 0; i < columns; ++i)
        row.push_back(test::i(static_cast<std::int64_t>(below(3))));
      row.push_back(test::i(static_cast<std::int64_t>(below(2))));
    }
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
      return a.back().integer < b.back().integer;
    });
    TieQuery query;
    query.appended = 1;
    query.skipped = below(3);
    if (below(3) > 0) query.count = below(5);
    TieResult result(query);
    for (const auto &row : all) {
      if (!result.add(row)) break;
    }
    result.finish();

    std::vector<test::Rows> legal;
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      test::Rows cut;
      bool in_order = true;
      for (std::size_t i = 0; i < count; ++i) {
        const auto &row = all[order[i]];
        in_order &= i == 0 || all[order[i - 1]].back().integer <= row.back().integer;
        if (i >= query.skipped && i - query.skipped < query.count)
          cut.emplace_back(row.begin(), row.end() - 1);
      }
      if (in_order) legal.push_back(std::move(cut));
    } while (std::next_permutation(order.begin(), order.end()));

    // A valid result, often altered or with its columns swapped.
    test::Rows predicted = legal[below(legal.size())];
    if (below(2) == 0 && !predicted.empty())
      predicted[below(predicted.size())][below(columns)] =
          test::i(static_cast<std::int64_t>(below(3)));
    if (below(3) == 0 && predicted.size() > 1)
      std::swap(predicted[below(predicted.size())], predicted[below(predicted.size())]);
    if (below(2) == 0) {
      for (auto &row : predicted) std::reverse(row.begin(), row.end());
    }
    for (const bool in_order : {true, false}) {
      const bool expected = std::any_of(legal.begin(), legal.end(), [&](const test::Rows &rows) {
        return in_order ? std::equal(rows.begin(), rows.end(), predicted.begin(), predicted.end(),
                                     test::same_row)
                        : test::same_under_some_order(rows, predicted, RowOrder::matters);
      });
      Denotation denotation;
      RowReader reader;
      for (const auto &row : predicted) {
        const Row readable = reader.read(row);
        denotation.add(readable, reader.hashes());
      }
      CHECK(result.allows(denotation, in_order) == expected);
      allowed += expected ? 1 : 0;
    }
  }
  CHECK(allowed > 500);
  CHECK(allowed < 2500);
}

}  // namespace sluice
