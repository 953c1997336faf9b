/// One database that cannot be read never stops a command that can read others.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "run.hpp"
#include "support/error_of.hpp"
#include "support/unreadable_files.hpp"

using namespace sluice;
using test::CommandResult;
using test::contains;
using test::run;

namespace {

/// The databases of SampleFolder, and one that cannot be read for each kind of bad file.
class MixedFolder {
 public:
  MixedFolder() {
    for (const test::UnreadableFile &file : bad)
      test::write_bytes(path(file.name + ".sqlite"), file.bytes);
  }

  std::string path() const { return folder_.path().string(); }
  std::string path(const std::string &name) const { return folder_.path(name); }
  const test::SampleFolder &sample() const { return folder_; }

  /// Checks that each bad file has exactly one line on standard error, and nothing else does.
  void check_lines(const std::string &error) const {
    CAPTURE(error);
    CHECK(static_cast<std::size_t>(std::ranges::count(error, '\n')) == bad.size());
    for (const test::UnreadableFile &file : bad) {
      const std::size_t at = error.find(path(file.name + ".sqlite"));
      REQUIRE(at != error.npos);
      CHECK(contains(error.substr(at, error.find('\n', at) - at), file.reason));
    }
  }

  const std::vector<test::UnreadableFile> bad =
      test::unreadable_files(test::TemporaryDirectory().path());

 private:
  test::SampleFolder folder_;
};

/// The files that "skipped" of a JSON object lists, sorted.
std::vector<std::string> skipped_in(const std::string &json) {
  std::vector<std::string> places;
  const JsonDocument document = JsonDocument::parse(json);
  for (const JsonValue item : document.root().at("skipped")) {
    CHECK_FALSE(item.at("reason").as_string().empty());
    places.emplace_back(item.at("where").as_string());
  }
  std::ranges::sort(places);
  return places;
}

/// Gold queries for both good databases and all bad ones, and the same as predictions.
void write_queries(const MixedFolder &mixed) {
  std::string gold = "SELECT name FROM customer\tshop\nSELECT species FROM animal\tzoo\n";
  std::string predicted = "SELECT name FROM customer\nSELECT species FROM animal\n";
  for (const test::UnreadableFile &file : mixed.bad) {
    gold += "SELECT x FROM t\t" + file.name + '\n';
    predicted += "SELECT x FROM t\n";
  }
  test::write_bytes(mixed.path("gold"), gold);
  test::write_bytes(mixed.path("predicted"), predicted);
}

void wait_until(const auto &holds) {
  for (int round = 0; round < 3000 && !holds(); ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  REQUIRE(holds());
}

}  // namespace

TEST_CASE("ask uses the databases that can be read") {
  const MixedFolder mixed;
  const CommandResult asked =
      run({"ask", "--db", mixed.path(), "--databases", "2", "--json", "wine of customers"});
  CHECK(asked.status == 0);
  mixed.check_lines(asked.error);
  CHECK(test::answer_of(asked) ==
        test::answer_of(run({"ask", "--db", mixed.sample().shop(), "--db", mixed.sample().zoo(),
                             "--databases", "2", "--json", "wine of customers"})));
}

TEST_CASE("an index contains the databases that can be read, and its JSON lists the others") {
  const MixedFolder mixed;
  const test::TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  for (const std::vector<std::string> &flags :
       {std::vector<std::string>{"--json"}, {"--json", "--update"}}) {
    std::vector<std::string> arguments{"index", index, mixed.path()};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const CommandResult made = run(arguments);
    CHECK(made.status == 0);
    mixed.check_lines(made.error);
    CHECK(contains(made.out, R"("databases":2,"tables":4)"));
    CHECK(skipped_in(made.out).size() == mixed.bad.size());
    CHECK(skipped_in(made.out).front() == mixed.path("bare.sqlite"));
  }
}

TEST_CASE("--watch reports a bad file that appears later once, and goes on") {
  const test::SampleFolder sample;
  const test::TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  const std::string out = (folder.path() / "out").string();
  std::filesystem::create_directory(sample.path("watched"));
  const std::string good = sample.path("watched/zoo.sqlite");
  const std::string bad = sample.path("watched/bad.sqlite");
  std::filesystem::copy(sample.zoo(), good);
  test::Command watch({"index", "--watch", "--interval", "0.02", index, sample.path("watched")},
                      out);
  const auto lines = [&] { return std::ranges::count(test::bytes_of(out), '\n'); };
  wait_until([&] { return lines() == 1; });
  // At once: half a file would be another problem.
  const std::string beside = sample.path("beside.sqlite");
  const auto replace = [&](const std::string &file, const auto &write) {
    write();
    std::filesystem::rename(beside, file);
  };
  replace(bad, [&] { test::write_bytes(beside, "not a database"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  replace(good, [&] {
    std::filesystem::copy(sample.zoo(), beside);
    test::make_sqlite(beside, "ALTER TABLE cage ADD COLUMN color");
  });
  wait_until([&] { return lines() >= 2; });
  CHECK(contains(test::bytes_of(out), "1 of 1 databases read · 1 changed"));
  // Once it can be read, it is indexed.
  replace(bad, [&] { std::filesystem::copy(sample.shop(), beside); });
  wait_until([&] { return contains(test::bytes_of(out), "of 2 databases read"); });
  watch.interrupt();
  const CommandResult ended = watch.wait();
  CHECK(ended.status == 0);
  CAPTURE(ended.error);
  CHECK(std::ranges::count(ended.error, '\n') == 1);
  CHECK(contains(ended.error, bad));
}

TEST_CASE("score judges the items whose databases can be read, and its report lists the others") {
  const MixedFolder mixed;
  write_queries(mixed);
  const std::string report = mixed.path("report.json");
  const auto score = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{
        "score", "--gold",     mixed.path("gold"), "--pred", mixed.path("predicted"),
        "--db",  mixed.path(), "--report",         report};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const CommandResult strict = score({"--mode", "strict"});
  CHECK(strict.status == 0);
  CHECK(strict.out.starts_with("8 questions · 2 right · strict 0.25"));
  mixed.check_lines(strict.error);
  CHECK(skipped_in(test::bytes_of(report)).size() == mixed.bad.size());
  const std::string tables = mixed.path("tables");
  test::write_bytes(tables, "[]");
  for (const char *etype : {"match", "exec", "all"}) {
    CAPTURE(etype);
    const CommandResult official = score({"--etype", etype, "--table", tables});
    CHECK(official.status == 0);
    mixed.check_lines(official.error);
    CHECK(skipped_in(test::bytes_of(report)).size() == mixed.bad.size());
  }
}

TEST_CASE("suites are built and imported from the databases that can be read") {
  const MixedFolder mixed;
  write_queries(mixed);
  const std::string suite = mixed.path("a.suite");
  const CommandResult built = run({"suite", "build", "--gold", mixed.path("gold"), "--db",
                                   mixed.path(), "--out", suite, "--mutators", "tree", "--json"});
  CHECK(built.status == 0);
  mixed.check_lines(built.error);
  CHECK(contains(built.out, R"("golds":2)"));
  CHECK(skipped_in(built.out).size() == mixed.bad.size());
  CHECK(std::filesystem::exists(suite));
  const CommandResult imported = run({"suite", "import", mixed.path(), "--gold", mixed.path("gold"),
                                      "--out", mixed.path("b.suite")});
  CHECK(imported.status == 0);
  mixed.check_lines(imported.error);
  // Without the schemas that are not in the suite, its items have no gold.
  const CommandResult scored = run({"score", "--gold", mixed.path("gold"), "--pred",
                                    mixed.path("predicted"), "--suite", suite, "--mode", "strict"});
  CHECK(scored.status == 0);
  CHECK(scored.out.starts_with("8 questions · 2 right"));
  CHECK(contains(scored.error, "bare"));
}

TEST_CASE("mcp serves the databases that can be read") {
  const MixedFolder mixed;
  const test::TemporaryDirectory folder;
  const std::string input = (folder.path() / "input").string();
  test::write_bytes(
      input,
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
      "\n"
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_schema",)"
      R"("arguments":{"question":"Which customers bought Rioja?"}}})"
      "\n"
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check_sql",)"
      R"("arguments":{"database":"shop","sql":"SELECT name FROM customer"}}})"
      "\n");
  const CommandResult served = test::Command({"mcp", "--db", mixed.path()}, "", input).wait();
  CHECK(served.status == 0);
  mixed.check_lines(served.error);
  CHECK(std::ranges::count(served.out, '\n') == 3);
  CHECK(contains(served.out, "purchase"));
  CHECK(contains(served.out, "Zoë"));
}

TEST_CASE("content that became damaged after it was indexed is skipped") {
  const test::SampleFolder sample;
  const std::string index = sample.path("index");
  std::filesystem::create_directory(sample.path("content"));
  std::filesystem::rename(sample.shop(), sample.path("content/shop.sqlite"));
  std::filesystem::rename(sample.zoo(), sample.path("content/zoo.sqlite"));
  REQUIRE(run({"index", index, sample.path("content")}).status == 0);
  const std::string zoo = sample.path("content/zoo.sqlite");
  test::write_bytes(zoo, test::bytes_of(zoo).substr(0, 5000));
  const CommandResult asked =
      run({"route", "--catalog", index, "--content", sample.path("content"), "Who bought Rioja?"});
  CHECK(asked.status == 0);
  CHECK(std::ranges::count(asked.error, '\n') == 1);
  CHECK(contains(asked.error, zoo));
}
