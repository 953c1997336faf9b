/// Retrieval over the sample databases of examples/data.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/file.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

std::shared_ptr<const Catalog> sample() {
  std::vector<std::filesystem::path> scripts;
  for (const auto &entry :
       std::filesystem::directory_iterator(test::source_directory() / "examples" / "data")) {
    if (entry.path().extension() == ".sql") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  Databases databases;
  for (const auto &script : scripts) {
    const Databases found = load(script.string());
    databases.insert(databases.end(), found.begin(), found.end());
  }
  return Catalog::make(std::move(databases));
}

}  // namespace

TEST_CASE("most sample questions find their database first and their columns near the top") {
  const auto catalog = sample();
  CHECK(catalog->database_count() == 13);
  const std::string path =
      (test::source_directory() / "examples" / "data" / "questions.jsonl").string();
  const auto questions = read_benchmark_questions(read_file(path), path, *catalog);
  const auto report =
      evaluate_retrieval(*RankingSystems(catalog).make("default"), questions, ProbeField::question);
  MESSAGE("databases first: ", report.database_recall.at(0).share,
          ", columns among 20: ", report.column_recall.at(3).share);
  CHECK(report.database_recall.at(0).share >= 0.7);
  CHECK(report.column_recall.at(3).share >= 0.7);
}

TEST_CASE("three sample questions are answered with the right database and columns") {
  const auto catalog = sample();
  const Retriever retriever(catalog);
  struct Expected {
    std::string question;
    std::vector<std::string> columns;
  };
  const std::vector<Expected> all{
      {"Average asking rent by city and type of property",
       {"rental_homes.tblProperty.AskingRent", "rental_homes.tblProperty.City",
        "rental_homes.tblProperty.PropertyType"}},
      {"What is the highest transfer fee ever paid, and for which player?",
       {"football_league.transfers.fee", "football_league.transfers.player_id",
        "football_league.players.id", "football_league.players.player_name"}},
      {"Which outage cut off the most customers, and what caused it?",
       {"power_grid.OUTAGE.CAUSE", "power_grid.OUTAGE.CUSTOMERS_CUT_OFF"}},
  };
  for (const Expected &expected : all) {
    CAPTURE(expected.question);
    std::vector<std::string> found;
    for (const SubsetColumn &column : retriever.ask(expected.question).subset.columns) {
      found.push_back(catalog->path(column.id));
    }
    for (const std::string &column : expected.columns) {
      CAPTURE(column);
      CHECK(std::ranges::find(found, column) != found.end());
    }
  }
}

}  // namespace sluice
