/// Tests `sluice train labels`, and commands that use its file.

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/embed/open_embedder.hpp"

using namespace sluice;
using test::run;

namespace {

/// Nine databases with one table each, with content, and three questions about each.
class School {
 public:
  School() {
    static constexpr std::array things{"singer", "animal", "ship",   "city",  "book",
                                       "player", "wine",   "course", "museum"};
    for (const std::string thing : things) {
      std::string script = "CREATE TABLE " + thing + " (id INTEGER PRIMARY KEY, name TEXT, age " +
                           "INTEGER, kind TEXT);";
      script += "INSERT INTO " + thing + " VALUES (1, 'Ann', 3, 'Red'), (2, 'Bob', 5, 'Blue')";
      test::make_sqlite(path(thing + ".sqlite"), script);
      add(thing, "How many " + thing + "s are there?", "SELECT count(*) FROM " + thing, "");
      add(thing, "What is the name of each " + thing + "?", "SELECT name FROM " + thing,
          '"' + thing + ".name\"");
      add(thing, "Show the names of " + thing + "s of kind red.",
          "SELECT name FROM " + thing + " WHERE kind = 'Red'",
          '"' + thing + ".name\",\"" + thing + ".kind\"");
    }
    test::write_bytes(path("pairs.jsonl"), pairs_);
  }
  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  test::CommandResult train(const std::string &to, const std::string &pairs = "pairs.jsonl") const {
    return run({"train", "labels", "--tables", folder_.path().string(), "--pairs", path(pairs),
                "--content", folder_.path().string(), "--out", path(to)});
  }

 private:
  void add(const std::string &thing, const std::string &question, const std::string &sql,
           const std::string &columns) {
    pairs_ += R"({"db_id":")" + thing + R"(","question":")" + question + R"(","sql":")" + sql +
              R"(","gold_tables":[")" + thing + R"("],"gold_columns":[)" + columns + "]}\n";
  }

  test::TemporaryDirectory folder_;
  std::string pairs_;
};

}  // namespace

TEST_CASE(
    "training a label model gives the same bytes each time, and it replaces the built-in one") {
  if (!default_embedder()) return;
  const School school;
  const test::CommandResult trained = school.train("a.labels");
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with("27 questions, 54 training entries\n"));
  REQUIRE(school.train("b.labels").status == 0);
  CHECK(test::bytes_of(school.path("a.labels")) == test::bytes_of(school.path("b.labels")));

  const std::vector<std::string> ask{"answer", "--db",      school.path("wine.sqlite"),
                                     "--json", "--execute", "How many wines are there?"};
  const auto with = [&](const std::string &model) {
    std::vector<std::string> arguments = ask;
    arguments.insert(arguments.end(), {"--weights", model});
    return run(arguments);
  };
  const test::CommandResult answered = with(school.path("a.labels"));
  CAPTURE(answered.error);
  REQUIRE(answered.status == 0);
  const JsonDocument document = JsonDocument::parse(answered.out);
  CHECK(document.root().at("sql").as_string() == "SELECT COUNT(*) FROM wine");
  CHECK(document.root().at("confidence").as_number() > 0);

  CHECK(with(school.path("nothing")).status == 2);
  const test::CommandResult foreign = with(school.path("pairs.jsonl"));
  CHECK(foreign.status == 2);
  CHECK(foreign.error.find(school.path("pairs.jsonl") + ": ") != std::string::npos);
  const std::string bytes = test::bytes_of(school.path("a.labels"));
  test::write_bytes(school.path("cut"), bytes.substr(0, bytes.size() / 2));
  CHECK(with(school.path("cut")).status == 2);
  CHECK(school.train("c.labels", "missing.jsonl").status == 2);
}
