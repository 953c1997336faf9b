/// Suites and verdicts: predictions judged and refuted.

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/json.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

Owned<sluice_suite> open(const std::string &path) {
  return made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_open(path.data(), path.size(), out, error);
  });
}
sluice_status open_status(const std::string &path) {
  sluice_suite *out = nullptr;
  return failure_of(
             [&](auto error) { return sluice_suite_open(path.data(), path.size(), &out, error); })
      .status;
}

Owned<sluice_verdict> judge_in(const sluice_suite *suite, const char *database, const char *gold,
                               const char *predicted) {
  return made<sluice_verdict>([&](auto out, auto error) {
    return sluice_suite_judge(suite, database, SLUICE_NUL, gold, SLUICE_NUL, predicted, SLUICE_NUL,
                              nullptr, out, error);
  });
}

/// Runs for minutes unless it is stopped.
constexpr const char *endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

struct Judged {
  const char *gold;
  const char *predicted;
  std::int32_t verdict;
  const char *kind;
};
constexpr Judged judged[] = {
    {gold_sql, "SELECT 2", SLUICE_RIGHT, ""},
    {gold_sql, wrong_sql, SLUICE_WRONG, "values"},
    {"SELECT wine, price FROM sale", "SELECT wine FROM sale", SLUICE_WRONG, "column_missing"},
    {"SELECT wine FROM sale ORDER BY id", "SELECT wine FROM sale ORDER BY id DESC", SLUICE_WRONG,
     "order"},
    {gold_sql, "SELECT nothing FROM sale", SLUICE_WRONG, "error"},
    {gold_sql, "DROP TABLE sale", SLUICE_WRONG, "refused"},
    {"SELECT nothing FROM sale", gold_sql, SLUICE_FAILED, ""},
};

}  // namespace

TEST_CASE("a prediction is judged against gold, and a miss has a kind") {
  const auto suite = open_ddl(sales_ddl);
  for (const Judged &one : judged) {
    CAPTURE(one.predicted);
    const auto verdict = judge(suite.get(), one.gold, one.predicted);
    const sluice_verdict_info info = info_of(verdict.get());
    CHECK(info.verdict == one.verdict);
    CHECK(view(info.kind) == one.kind);
    CHECK((info.title.size > 0) == (info.kind.size > 0));
    CHECK(info.score == (one.verdict == SLUICE_RIGHT ? 1 : 0));
    CHECK((info.gold_failed != 0) == (one.verdict == SLUICE_FAILED));
    CHECK(info.script.size == 0);
    const JsonDocument json =
        JsonDocument::parse(view(sluice_verdict_json(verdict.get())), "verdict");
    CHECK(json.root().at("verdict").as_string() == view(info.name));
  }
  const auto wrong = judge(suite.get(), gold_sql, wrong_sql);
  CHECK(
      view(sluice_verdict_json(wrong.get())) ==
      R"({"verdict":"wrong","reason":"rows","score":0,"kind":"values","database":"","message":"",)"
      R"("gold":{"columns":1,"row_count":1,"rows":[["2"]]},)"
      R"("predicted":{"columns":1,"row_count":1,"rows":[["1"]]}})");
}

TEST_CASE("options of judging have an effect") {
  const auto suite = open_ddl(sales_ddl);
  sluice_judge_options options = SLUICE_JUDGE_OPTIONS_INIT;
  const auto verdict = [&](const char *gold, const char *predicted) {
    return info_of(judge(suite.get(), gold, predicted, &options).get()).verdict;
  };
  constexpr const char *pair = "SELECT id, wine FROM sale";
  constexpr const char *turned = "SELECT wine, id FROM sale";
  CHECK(verdict(pair, turned) == SLUICE_RIGHT);
  options.comparison = SLUICE_STRICT;
  CHECK(verdict(pair, turned) == SLUICE_WRONG);
  options.comparison = SLUICE_BIRD;
  CHECK(verdict("SELECT 1", "SELECT 1 UNION ALL SELECT 1") == SLUICE_RIGHT);
  options.comparison = SLUICE_TEST_SUITE;
  CHECK(verdict("SELECT id FROM sale WHERE id = 2", "SELECT id FROM sale WHERE id = 1") ==
        SLUICE_WRONG);
  options.plug_values = 1;
  CHECK(verdict("SELECT id FROM sale WHERE id = 2", "SELECT id FROM sale WHERE id = 1") ==
        SLUICE_RIGHT);

  options = SLUICE_JUDGE_OPTIONS_INIT;
  options.steps = 100'000;
  const auto slow = judge(suite.get(), gold_sql, endless, &options);
  CHECK(view(info_of(slow.get()).kind) == "too_slow");

  sluice_verdict *out = nullptr;
  const auto refused = [&] {
    return failure_of([&](auto error) {
             return sluice_suite_judge(suite.get(), nullptr, 0, gold_sql, SLUICE_NUL, gold_sql,
                                       SLUICE_NUL, &options, &out, error);
           })
        .status;
  };
  options.comparison = 4;
  CHECK(refused() == SLUICE_INVALID_ARGUMENT);
  options = SLUICE_JUDGE_OPTIONS_INIT;
  options.seconds = 0;
  CHECK(refused() == SLUICE_INVALID_ARGUMENT);
}

TEST_CASE("two queries are refuted by a database, proved equivalent, or neither") {
  const auto suite = open_ddl(sales_ddl);
  const auto refuted = refute(suite.get(), gold_sql, wrong_sql);
  const sluice_verdict_info info = info_of(refuted.get());
  CHECK(info.verdict == SLUICE_REFUTED);
  CHECK(view(info.name) == "refuted");
  CHECK(info.kind.size > 0);
  CHECK(info.databases > 0);
  // The queries really differ on the script's database.
  const auto shown = made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_open_ddl(info.script.data, info.script.size, "shop", 4, out, error);
  });
  CHECK(info_of(judge(shown.get(), gold_sql, wrong_sql).get()).verdict == SLUICE_WRONG);
  const JsonDocument json =
      JsonDocument::parse(view(sluice_verdict_json(refuted.get())), "verdict");
  CHECK(json.root().at("script").as_string() == view(info.script));

  const auto proved = refute(suite.get(), gold_sql, "select COUNT( * ) from sale");
  CHECK(info_of(proved.get()).verdict == SLUICE_PROVED);
  CHECK(info_of(proved.get()).script.size == 0);

  const auto failed = refute(suite.get(), gold_sql, "SELECT nothing FROM sale");
  CHECK(info_of(failed.get()).verdict == SLUICE_FAILED);
  CHECK(info_of(failed.get()).gold_failed == 0);
  CHECK(contains(std::string(view(info_of(failed.get()).message)), "nothing"));

  sluice_refute_options few = SLUICE_REFUTE_OPTIONS_INIT;
  few.databases = 3;
  const auto open_pair = refute(suite.get(), "SELECT id FROM sale WHERE price * price >= 0",
                                "SELECT id FROM sale WHERE price IS NOT NULL", &few);
  CHECK(info_of(open_pair.get()).verdict == SLUICE_NOT_REFUTED);
  // Only NULL in `price` distinguishes these; the data of this suite has none.
  const auto full = open_ddl("CREATE TABLE sale (id INTEGER PRIMARY KEY, wine TEXT, price REAL);"
                             "INSERT INTO sale VALUES (1, 'Riesling', 9.5), (2, 'Merlot', 8);");
  sluice_refute_options mined = SLUICE_REFUTE_OPTIONS_INIT;
  mined.mined = 1;
  mined.databases = 50;
  CHECK(info_of(refute(full.get(), gold_sql, wrong_sql).get()).verdict == SLUICE_REFUTED);
  CHECK(info_of(refute(full.get(), gold_sql, wrong_sql, &mined).get()).verdict != SLUICE_REFUTED);
}

TEST_CASE("files, folders and suite files are opened by their content") {
  const TemporaryDirectory folder;
  const auto at = [&](const char *name) { return (folder.path() / name).string(); };
  std::filesystem::create_directory(at("pile"));
  std::filesystem::create_directory(at("pile/shop"));
  make_sqlite(at("pile/shop/shop.sqlite"), sales_ddl);
  make_sqlite(at("pile/other.sqlite"), "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  const Suite built = build_suite({{"shop", gold_sql}}, at("pile"), {}, {});
  write_suite(built, at("built.suite"));

  for (const char *name : {"pile", "pile/shop/shop.sqlite", "built.suite"}) {
    CAPTURE(name);
    const auto suite = open(at(name));
    CHECK(info_of(judge_in(suite.get(), "shop", gold_sql, gold_sql).get()).verdict == SLUICE_RIGHT);
    CHECK(info_of(judge_in(suite.get(), "shop", gold_sql, wrong_sql).get()).verdict ==
          SLUICE_WRONG);
    sluice_verdict *out = nullptr;
    const auto status_of = [&](const char *database) {
      return failure_of([&](auto error) {
               return sluice_suite_refute(suite.get(), database, SLUICE_NUL, gold_sql, SLUICE_NUL,
                                          wrong_sql, SLUICE_NUL, nullptr, &out, error);
             })
          .status;
    };
    CHECK(status_of("nowhere") == SLUICE_NOT_FOUND);
    const auto refuted = made<sluice_verdict>([&](auto to, auto error) {
      return sluice_suite_refute(suite.get(), "shop", 4, gold_sql, SLUICE_NUL, wrong_sql,
                                 SLUICE_NUL, nullptr, to, error);
    });
    CHECK(info_of(refuted.get()).verdict == SLUICE_REFUTED);
    if (std::string(name) == "pile") CHECK(status_of(nullptr) == SLUICE_INVALID_ARGUMENT);
  }

  write_bytes(at("text.txt"), "no database");
  write_bytes(at("empty"), "");
  std::string cut = bytes_of(at("built.suite"));
  cut.resize(cut.size() / 2);
  write_bytes(at("cut.suite"), cut);
  CHECK(open_status(at("nothing")) == SLUICE_NOT_FOUND);
  CHECK(open_status(at("text.txt")) == SLUICE_MALFORMED);
  CHECK(open_status(at("empty")) == SLUICE_MALFORMED);
  CHECK(open_status(at("cut.suite")) == SLUICE_MALFORMED);
  sluice_suite *out = nullptr;
  const auto ddl_status = [&](const char *script) {
    return failure_of([&](auto error) {
             return sluice_suite_open_ddl(script, SLUICE_NUL, "x", 1, &out, error);
           })
        .status;
  };
  CHECK(ddl_status("") == SLUICE_MALFORMED);
  CHECK(ddl_status("CREATE TABLE t (") == SLUICE_MALFORMED);
  CHECK(ddl_status("ATTACH 'x' AS y") == SLUICE_UNSUPPORTED);
}

TEST_CASE("judging and refuting can be cancelled") {
  const auto suite = open_ddl(sales_ddl);
  const auto cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
  sluice_judge_options options = SLUICE_JUDGE_OPTIONS_INIT;
  options.steps = UINT64_MAX;
  sluice_verdict *out = nullptr;
  const auto judging = [&] {
    return sluice_suite_judge(suite.get(), nullptr, 0, gold_sql, SLUICE_NUL, endless, SLUICE_NUL,
                              &options, &out, nullptr);
  };

  SUBCASE("by another thread") {
    options.cancellation = cancellation.get();
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      sluice_cancellation_cancel(cancellation.get());
    });
    CHECK(judging() == SLUICE_CANCELLED);
    other.join();
  }
  SUBCASE("by the progress, which is called and destroyed once") {
    struct Told {
      int steps = 0;
      int destroyed = 0;
    } told;
    sluice_progress progress = SLUICE_PROGRESS_INIT;
    progress.user = &told;
    progress.step = [](void *user, const char *, std::uint64_t, std::uint64_t) {
      auto &self = *static_cast<Told *>(user);
      CHECK(self.destroyed == 0);
      return ++self.steps == 2 ? 1 : 0;
    };
    progress.destroy = [](void *user) { ++static_cast<Told *>(user)->destroyed; };
    options.progress = &progress;
    CHECK(judging() == SLUICE_CANCELLED);
    CHECK(told.steps == 2);
    CHECK(told.destroyed == 1);
  }
  SUBCASE("before it began") {
    sluice_cancellation_cancel(cancellation.get());
    options.cancellation = cancellation.get();
    CHECK(judging() == SLUICE_CANCELLED);
    sluice_refute_options refuting = SLUICE_REFUTE_OPTIONS_INIT;
    refuting.cancellation = cancellation.get();
    CHECK(sluice_suite_refute(suite.get(), nullptr, 0, gold_sql, SLUICE_NUL, wrong_sql, SLUICE_NUL,
                              &refuting, &out, nullptr) == SLUICE_CANCELLED);
  }
  CHECK(out == nullptr);
  // The handles remain valid.
  CHECK(info_of(judge(suite.get(), gold_sql, gold_sql).get()).verdict == SLUICE_RIGHT);
}

}  // namespace sluice
