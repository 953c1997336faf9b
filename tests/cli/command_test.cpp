/// The command as a program sees it: output, JSON and exit statuses.

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

struct Result {
  int status = -1;
  std::string out;
  std::string error;
};

Result run(std::vector<std::string> arguments, const test::TemporaryDirectory &folder) {
  const std::string out = (folder.path() / "out").string();
  const std::string error = (folder.path() / "error").string();
  std::cout.flush();  // else the child would write it once more
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (std::freopen(out.c_str(), "w", stdout) == nullptr) ::_exit(99);
    if (std::freopen(error.c_str(), "w", stderr) == nullptr) ::_exit(99);
    std::string command = SLUICE_COMMAND;
    std::vector<char *> argv{command.data()};
    for (std::string &argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    ::alarm(60);
    ::execv(command.c_str(), argv.data());
    ::_exit(98);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(out),
          read_file(error)};
}

void make_database(const std::string &path, const std::string &script) {
  sqlite3 *database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, script.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

/// One line on standard error, status 2, nothing on standard output.
void check_refused(const Result &result, const std::string &saying) {
  CAPTURE(result.error);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(result.error.starts_with("sluice"));
  CHECK(result.error.find('\n') == result.error.size() - 1);
  CHECK(result.error.find(saying) != std::string::npos);
}

const std::string shop =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id REFERENCES customer(id), "
    "wine TEXT, bought_on DATE);"
    "INSERT INTO customer VALUES (1, 'Zoë');"
    "INSERT INTO purchase VALUES (1, 1, 'Rioja', '2020-02-02');";

std::vector<std::string> keys(const JsonValue &object) {
  std::vector<std::string> names;
  object.each_member([&](std::string_view key, JsonValue) { names.emplace_back(key); });
  return names;
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE("every subcommand helps, with examples") {
  const test::TemporaryDirectory folder;
  const std::vector<std::vector<std::string>> all{
      {"--help"}, {"ask", "--help"}, {"index", "--help"}, {"eval", "retrieval", "--help"}};
  for (const auto &arguments : all) {
    const Result result = run(arguments, folder);
    CHECK(result.status == 0);
    CHECK(result.out.find("Example") != std::string::npos);
  }
  CHECK(run({"--version"}, folder).status == 0);
}

TEST_CASE("ask names the database, the columns and the prompt") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  make_database(path, shop);
  const Result result = run({"ask", "--db", path, "Which customers bought wine?"}, folder);
  CHECK(result.status == 0);
  CHECK(result.error.empty());
  CHECK(result.out.starts_with("shop · 6 of 6 columns"));
  CHECK(result.out.find("purchase.wine") != std::string::npos);
  CHECK(result.out.find("CREATE TABLE purchase (") != std::string::npos);
  CHECK(result.out.find("Question: Which customers bought wine?\nSQL:") != std::string::npos);
}

TEST_CASE("the JSON of ask keeps its contract") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  make_database(path, shop);
  const Result result =
      run({"ask", "--db", path, "--json", "--budget", "3", "customer names"}, folder);
  REQUIRE(result.status == 0);
  const auto document = JsonDocument::parse(result.out);
  CHECK(keys(document.root()) ==
        Keys{"question", "databases", "columns", "prompt", "load_seconds", "seconds"});
  CHECK(keys(*document.root().at("databases").begin()) == Keys{"name", "score"});
  CHECK(document.root().at("columns").size() == 3);
  const JsonValue column = *document.root().at("columns").begin();
  CHECK(keys(column) == Keys{"database", "table", "column", "score", "reasons"});
  CHECK(column.at("table").as_string() == "customer");
  CHECK(keys(*column.at("reasons").begin()) == Keys{"kind", "text"});
}

TEST_CASE("an index answers as the databases it was made of") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  const std::string index = (folder.path() / "index").string();
  make_database(path, shop);
  const Result indexed = run({"index", index, path, "--json"}, folder);
  REQUIRE(indexed.status == 0);
  CHECK(keys(JsonDocument::parse(indexed.out).root()) ==
        Keys{"folder", "databases", "tables", "columns", "seconds"});
  const auto columns = [&](const std::string &flag, const std::string &source) {
    const Result result = run({"ask", flag, source, "--json", "who bought wine"}, folder);
    REQUIRE(result.status == 0);
    const auto document = JsonDocument::parse(result.out);
    return std::string(document.root().at("prompt").as_string());
  };
  CHECK(columns("--catalog", index) == columns("--db", path));
}

TEST_CASE("a question that has nothing to do with the catalog ends with status 1") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  make_database(path, shop);
  const Result result = run({"ask", "--db", path, "zzz qqq"}, folder);
  CHECK(result.status == 1);
  CHECK(result.out == "nothing in 1 databases has to do with the question\n");
}

TEST_CASE("bad input is one clear line") {
  const test::TemporaryDirectory folder;
  const std::string missing = (folder.path() / "missing.sqlite").string();
  check_refused(run({"ask", "--db", missing, "q"}, folder), missing + ": no such file");
  check_refused(run({"ask", "q"}, folder), "needs --db or --catalog");
  check_refused(run({"ask", "--db", missing}, folder), "question");
  check_refused(run({"teach"}, folder), "--help");

  const std::string empty = (folder.path() / "empty.sqlite").string();
  write_file(empty, "");
  check_refused(run({"ask", "--db", empty, "q"}, folder), empty);
  const std::string no_tables = (folder.path() / "none.sqlite").string();
  make_database(no_tables, "PRAGMA user_version = 1");
  check_refused(run({"ask", "--db", no_tables, "q"}, folder), "holds no tables");

  const fs::path nothing = folder.path() / "nothing";
  fs::create_directory(nothing);
  check_refused(run({"ask", "--db", nothing.string(), "q"}, folder), "holds no SQLite database");
  check_refused(run({"ask", "--catalog", nothing.string(), "q"}, folder), nothing.string());

  const std::string path = (folder.path() / "shop.sqlite").string();
  make_database(path, shop);
  check_refused(run({"ask", "--db", path, ""}, folder), "the question holds no words");
  check_refused(run({"ask", "--db", path, "--budget", "0", "wine"}, folder), "budget");

  const std::string odd = (folder.path() / "odd.sqlite").string();
  make_database(odd, "CREATE TABLE \"caf\xe9\" (a)");
  check_refused(run({"ask", "--db", odd, "q"}, folder), "UTF-8");

  const std::string cut = (folder.path() / "cut.json").string();
  write_file(cut, "[{\"db_id\": \"x\",\n \"table_names_original\": [");
  check_refused(run({"ask", "--db", cut, "q"}, folder), cut + ":");
}

TEST_CASE("odd databases and questions are answered") {
  const test::TemporaryDirectory folder;
  const std::string cyclic = (folder.path() / "cyclic.sqlite").string();
  make_database(cyclic, "CREATE TABLE hen (id INTEGER PRIMARY KEY, egg REFERENCES egg(id));"
                        "CREATE TABLE egg (id INTEGER PRIMARY KEY, hen REFERENCES hen(id), "
                        "twin REFERENCES egg(id));");
  const Result hens = run({"ask", "--db", cyclic, "eggs by hen"}, folder);
  CHECK(hens.status == 0);
  CHECK(hens.out.find("FOREIGN KEY (hen) REFERENCES hen(id)") != std::string::npos);

  std::string wide = "CREATE TABLE wide (";
  for (int i = 0; i < 10000; ++i) wide += "column_" + std::to_string(i) + " INT,";
  wide.back() = ')';
  const std::string script = (folder.path() / "wide.sql").string();
  write_file(script, wide);
  const Result columns = run({"ask", "--db", script, "column 9876 of wide"}, folder);
  CHECK((columns.status == 0 || columns.status == 2));
  if (columns.status == 0) CHECK(columns.out.find("column_9876") != std::string::npos);

  std::string endless;
  while (endless.size() < 100000) endless += "eggs and hens ";
  CHECK(run({"ask", "--db", cyclic, endless}, folder).status == 0);
}

TEST_CASE("recorded schemas are taken as lines, JSON or JSON lines") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shop.sqlite").string();
  make_database(path, shop);
  const std::vector<std::string> forms{
      "Purchases(wine)\n", "[\"Purchases(wine)\"]",
      "{\"question\": \"What was drunk?\", \"hallucinated\": [\"Purchases(wine)\"]}\n"};
  const std::string file = (folder.path() / "schema").string();
  for (const std::string &form : forms) {
    CAPTURE(form);
    write_file(file, form);
    const Result result = run(
        {"ask", "--db", path, "--hallucinated", file, "--budget", "1", "What was drunk?"}, folder);
    CHECK(result.out.find("purchase.wine") != std::string::npos);
  }
  check_refused(run({"ask", "--db", path, "--hallucinated", file, "Another?"}, folder),
                "holds no schema for this question");
}

TEST_CASE("the JSON of eval retrieval keeps its contract") {
  const test::TemporaryDirectory folder;
  const std::string tables = (folder.path() / "shop.sqlite").string();
  make_database(tables, shop);
  const std::string questions = (folder.path() / "q.jsonl").string();
  write_file(questions,
             "{\"db_id\": \"shop\", \"question\": \"wine\", \"gold_tables\": [\"purchase\"], "
             "\"gold_columns\": [\"purchase.wine\"]}\n");
  const Result result = run({"eval", "retrieval", "--tables", tables, "--questions", questions,
                             "--system", "crush", "--system", "default", "--json"},
                            folder);
  REQUIRE(result.status == 0);
  std::vector<std::string> systems;
  each_json_line(result.out, "output", [&](JsonValue report) {
    CHECK(keys(report) == Keys{"system", "setting", "content", "probes", "question_set",
                               "questions", "database_recall", "table_recall", "table_recall_micro",
                               "complete_table_recall", "column_recall", "complete_column_recall",
                               "map", "seconds", "questions_per_second", "peak_bytes"});
    systems.emplace_back(report.at("system").as_string());
    CHECK(report.at("setting").as_string() == "zero-shot");
    CHECK(report.at("database_recall").at("1").as_number() == 1.0);
    CHECK(report.at("column_recall").at("3").as_number() == 1.0);
  });
  CHECK(systems == Keys{"crush", "default"});
  check_refused(
      run({"eval", "retrieval", "--tables", tables, "--questions", questions, "--system", "best"},
          folder),
      "best");
}

}  // namespace sluice
