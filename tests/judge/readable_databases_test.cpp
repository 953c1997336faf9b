/// What SqliteFolder skips, and what judging makes of databases that cannot be read.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/error.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/miss.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"
#include "support/unreadable_files.hpp"

namespace sluice {
namespace {

using namespace test;
namespace fs = std::filesystem;

/// The database `shop`, which can be read, and one that cannot for each kind of bad file.
class Pile {
 public:
  const std::vector<UnreadableFile> bad = unreadable_files(TemporaryDirectory().path());

  Pile() {
    make_sqlite(path("shop.sqlite"), "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2);"
                                     "CREATE VIEW broken AS SELECT y FROM absent");
    for (const UnreadableFile &file : bad) write_bytes(path(file.name + ".sqlite"), file.bytes);
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  SqliteFolder folder() const { return SqliteFolder(folder_.path().string()); }

 private:
  TemporaryDirectory folder_;
};

EvaluationItem item_on(std::string database, std::size_t index) {
  EvaluationItem item;
  item.index = index;
  item.database_id = std::move(database);
  item.golds = {"SELECT x FROM t"};
  item.predicted = "SELECT x FROM t WHERE x > 0";
  return item;
}

}  // namespace

TEST_CASE("each kind of file that cannot be read is an error with its name and the reason") {
  const Pile pile;
  for (const UnreadableFile &file : pile.bad) {
    CAPTURE(file.name);
    const std::string what = what_of([&] { return pile.folder().find(file.name); });
    CAPTURE(what);
    CHECK(contains(what, pile.path(file.name + ".sqlite")));
    CHECK(contains(what, file.reason));
    CHECK_FALSE(contains(what, "\n"));
  }
}

TEST_CASE("a file whose last bytes are missing is truncated, wherever it ends") {
  const Pile pile;
  const std::string whole = bytes_of(pile.path("shop.sqlite"));
  for (const std::size_t size : {whole.size() - 1, whole.size() / 2 + 1, std::size_t{4096}}) {
    CAPTURE(size);
    write_bytes(pile.path("cut.sqlite"), whole.substr(0, size));
    CHECK(contains(what_of([&] { return pile.folder().find("cut"); }), " bytes are there"));
  }
  write_bytes(pile.path("cut.sqlite"), whole);
  CHECK(pile.folder().find("cut").skipped.empty());
}

TEST_CASE("files that cannot be read are skipped among others of the same database") {
  const Pile pile;
  fs::create_directory(pile.path("mixed"));
  for (const UnreadableFile &file : pile.bad)
    write_bytes(pile.path("mixed/" + file.name + ".sqlite"), file.bytes);
  fs::copy(pile.path("shop.sqlite"), pile.path("mixed/good.sqlite"));
  fs::copy(pile.path("shop.sqlite"), pile.path("mixed/zeal.sqlite"));
  const FoundDatabases found = pile.folder().find("mixed");
  REQUIRE(found.databases.size() == 2);
  CHECK(found.databases[0]->name() == pile.path("mixed/good.sqlite"));
  REQUIRE(found.skipped.size() == pile.bad.size());
  for (std::size_t i = 0; i < pile.bad.size(); ++i) {
    CHECK(found.skipped[i].where == pile.path("mixed/" + pile.bad[i].name + ".sqlite"));
    CHECK(contains(found.skipped[i].reason, pile.bad[i].reason));
  }
}

TEST_CASE("the first file that can be read is used, and cancelled work is not skipped") {
  const Pile pile;
  fs::create_directory(pile.path("several"));
  for (const char *name : {"a", "b", "c"})
    fs::copy(pile.path("shop.sqlite"), pile.path("several/" + std::string(name) + ".sqlite"));
  std::vector<std::string> tried;
  const std::vector<SkippedItem> skipped =
      pile.folder().read_first("several", [&](const std::string &path) {
        tried.push_back(fs::path(path).stem().string());
        if (tried.size() == 1) throw Error(ErrorCode::io, "is locked", {path});
      });
  CHECK(tried == std::vector<std::string>{"a", "b"});
  CHECK(skipped == std::vector<SkippedItem>{{pile.path("several/a.sqlite"), "is locked"}});
  for (const ErrorCode code : {ErrorCode::cancelled, ErrorCode::internal}) {
    std::size_t calls = 0;
    check_code(code, [&] {
      return pile.folder().read_first("several", [&](const std::string &) {
        ++calls;
        throw Error(code, "stop");
      });
    });
    CHECK(calls == 1);
  }
}

TEST_CASE("gold fails on a database that cannot be read, and the other items are judged") {
  const Pile pile;
  std::vector<EvaluationItem> items;
  for (const char *name : {"shop", "damaged", "nowhere", "shop", "damaged"})
    items.push_back(item_on(name, items.size()));
  std::string one_thread;
  for (const std::size_t jobs : {std::size_t{1}, std::size_t{3}}) {
    ExecutionOptions options;
    options.jobs = jobs;
    const ExecutionScores scores = score_execution(items, pile.folder(), options);
    std::string text;
    for (const auto &verdict : scores.verdicts) {
      REQUIRE(verdict);
      text += verdict->reason() + ' ' + verdict->message + '\n';
    }
    const ExecutionVerdict &damaged = *scores.verdicts[1];
    CHECK(scores.verdicts[0]->right);
    CHECK(scores.verdicts[3]->right);
    CHECK(damaged.gold_failed);
    CHECK(damaged.reason() == "gold_error");
    CHECK(contains(damaged.message, pile.path("damaged.sqlite") + ": "));
    CHECK(contains(damaged.message, "malformed"));
    CHECK(scores.verdicts[4]->message == damaged.message);
    CHECK(contains(scores.verdicts[2]->message, "no database nowhere"));
    REQUIRE(scores.skipped.size() == 2);
    CHECK(scores.skipped[0].where < scores.skipped[1].where);
    CHECK(scores.skipped[1].where + ": " + scores.skipped[1].reason == damaged.message);
    if (one_thread.empty()) one_thread = text;
    CHECK(text == one_thread);

    const auto misses = examine_misses(items, scores.verdicts, pile.folder(), options);
    CHECK_FALSE(misses[0]);
    REQUIRE(misses[1]);
    CHECK(misses[1]->kind == kind_of(damaged));
    CHECK_FALSE(misses[1]->gold);
  }
}

TEST_CASE("if no database can be read, judging ends with the first one's error") {
  const Pile pile;
  const std::vector<EvaluationItem> items{item_on("text", 0), item_on("damaged", 1)};
  CHECK(contains(what_of([&] { return score_execution(items, pile.folder(), {}); }),
                 pile.path("damaged.sqlite")));
  // One with a known verdict was read.
  std::vector<std::optional<ExecutionVerdict>> known(2);
  known[0].emplace().right = true;
  const ExecutionScores scores = score_execution(items, pile.folder(), {}, {}, known);
  CHECK(scores.verdicts[0]->right);
  CHECK(scores.verdicts[1]->gold_failed);
  CHECK(scores.skipped.size() == 1);
}

}  // namespace sluice
