/// Tests the command on the sample databases, as in the README.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "run.hpp"

using namespace sluice;
using test::run;

namespace {

std::string sample(const std::string &name) {
  return (test::source_directory() / "examples" / "data" / name).string();
}

/// The questions about each sample database, by its name.
std::map<std::string, std::vector<std::string>> sample_questions() {
  std::map<std::string, std::vector<std::string>> questions;
  each_json_line(test::bytes_of(sample("questions.jsonl")), "questions", [&](JsonValue line) {
    questions[std::string(line.at("db_id").as_string())].emplace_back(
        line.at("question").as_string());
  });
  return questions;
}

/// The first database in an answer; empty if nothing was found.
std::string first_database(const test::CommandResult &result) {
  CAPTURE(result.error);
  REQUIRE((result.status == 0 || result.status == 1));
  const JsonDocument document = JsonDocument::parse(result.out);
  const bool found = document.root().at("columns").size() > 0;
  CHECK(found == (result.status == 0));
  CHECK(found ==
        (document.root().at("prompt").as_string().find("CREATE TABLE ") != std::string::npos));
  return found ? std::string((*document.root().at("databases").begin()).at("name").as_string())
               : "";
}

}  // namespace

TEST_CASE("each sample script answers questions about it") {
  const auto all = sample_questions();
  CHECK(all.size() == 13);
  for (const auto &entry : all) {
    const std::string &name = entry.first;
    CAPTURE(name);
    int answered = 0;
    for (std::size_t q = 0; q < 3; ++q) {
      const std::string database =
          first_database(run({"ask", "--db", sample(name + ".sql"), "--json", entry.second.at(q)}));
      CHECK((database.empty() || database == name));
      if (!database.empty()) ++answered;
    }
    CHECK(answered > 0);
  }
}

TEST_CASE("over all sample scripts the database of most questions is found, indexed or not") {
  const test::TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  std::vector<std::string> indexing{"index", index};
  std::vector<std::string> asking{"ask", "--json"};
  const auto all = sample_questions();
  for (const auto &[name, questions] : all) {
    indexing.push_back(sample(name + ".sql"));
    asking.insert(asking.end(), {"--db", sample(name + ".sql")});
  }
  REQUIRE(run(indexing).status == 0);
  int right = 0;
  for (const auto &[name, questions] : all) {
    right += first_database(run({"ask", "--catalog", index, "--json", questions.front()})) == name
                 ? 1
                 : 0;
  }
  CHECK(right >= 8);

  const std::string question = all.at("vineyard").front();
  asking.push_back(question);
  CHECK(test::answer_of(run(asking)) ==
        test::answer_of(run({"ask", "--catalog", index, "--json", question})));
}
