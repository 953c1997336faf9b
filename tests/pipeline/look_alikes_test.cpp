/// Questions over a catalog in which three databases look alike.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/load.hpp"
#include "support/near_copy.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

constexpr std::array<std::string_view, 2> branches{"_north", "_south"};

/// The databases, and two near copies of one of them.
std::shared_ptr<const Catalog> with_copies(Databases databases, const Database &of) {
  for (std::size_t c = 0; c < branches.size(); ++c) {
    const std::string name = std::string(of.name()).append(branches[c]);
    databases.push_back(Database::make(test::near_copy(of.definition(), c + 1, name)));
  }
  return Catalog::make(databases);
}

/// "table.column" of each of the columns.
std::set<std::string> paths(const Catalog &catalog, std::span<const ColumnId> columns) {
  std::set<std::string> found;
  for (const ColumnId column : columns) {
    const std::string path = catalog.path(column);
    found.insert(path.substr(path.find('.') + 1));
  }
  return found;
}

/// The first database, then the alternatives to it.
std::vector<std::string_view> named_by(const Answer &answer) {
  const Catalog &catalog = *answer.subset.catalog;
  std::vector<std::string_view> names;
  if (!answer.databases.empty())
    names.push_back(catalog.database(answer.databases.front().id).name());
  for (const auto &of : answer.alternatives.databases)
    names.push_back(catalog.database(of.id).name());
  return names;
}

DatabaseDefinition shop() {
  DatabaseDefinition database;
  database.name = "shop";
  TableDefinition customer, invoice;
  customer.name = "customer";
  for (const char *column : {"customer_id", "name", "email", "city"})
    customer.columns.push_back({.name = column});
  customer.primary_key = {0};
  invoice.name = "invoice";
  for (const char *column : {"invoice_id", "customer_id", "amount"})
    invoice.columns.push_back({.name = column});
  invoice.primary_key = {0};
  database.tables = {customer, invoice};
  database.foreign_keys = {{1, {1}, 0, {0}}};
  return database;
}

DatabaseDefinition school() {
  DatabaseDefinition database;
  database.name = "school";
  TableDefinition teacher;
  teacher.name = "teacher";
  for (const char *column : {"teacher_id", "surname", "salary"})
    teacher.columns.push_back({.name = column});
  teacher.primary_key = {0};
  database.tables = {teacher};
  return database;
}

/// Without the trained ranker unless `trained`.
Retriever retriever_over(const Databases &databases, bool trained) {
  const auto catalog = Catalog::make(databases);
  Retriever::Options options;
  options.trained = trained;
  return {catalog, index_catalog(*catalog), options, default_embedder()};
}

}  // namespace

TEST_CASE("among near copies, the right database is the first or an alternative for 90 %") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const std::string folder = (test::source_directory() / "training" / "wild_").string();
  const Databases databases = load(folder + "tables.json");
  const auto original = Catalog::make(databases);
  const std::string pairs = folder + "pairs.jsonl";
  const auto questions = read_benchmark_questions(read_file(pairs), pairs, *original);
  std::size_t asked = 0, named = 0, several = 0;
  for (std::size_t d = 0; d < databases.size(); d += 6 * test::slowness) {
    const Database &of = *databases[d];
    const auto catalog = with_copies(databases, of);
    const Retriever retriever(catalog);
    for (const BenchmarkQuestion &question : questions) {
      if (original->database(question.database).name() != of.name()) continue;
      const auto gold = paths(*original, question.columns);
      const Answer answer = retriever.ask(question.question);
      const std::vector<std::string_view> names = named_by(answer);
      several += names.size() > 1 ? 1 : 0;
      // A copy is right if it has all columns that the query reads.
      for (const DatabaseId candidate : catalog->databases()) {
        const std::string_view name = catalog->database(candidate).name();
        const bool is_copy = std::ranges::any_of(branches, [&](std::string_view branch) {
          return name == std::string(of.name()).append(branch);
        });
        std::vector<ColumnId> all;
        for (const ColumnId column : catalog->columns(candidate)) all.push_back(column);
        if (name != of.name() && (!is_copy || !std::ranges::includes(paths(*catalog, all), gold)))
          continue;
        ++asked;
        named += std::ranges::find(names, name) != names.end() ? 1 : 0;
      }
    }
  }
  CAPTURE(asked);
  CAPTURE(several);
  CHECK(asked > 192 / test::slowness);
  CHECK(static_cast<double>(named) >= 0.9 * static_cast<double>(asked));
}

TEST_CASE("near copies are alternatives to each other, with and without the trained ranker") {
  if (!default_embedder()) return test::skip("no static table in this build");
  DatabaseDefinition twin = shop();
  twin.name = "shop_of_the_north";
  for (const bool trained : {true, false}) {
    CAPTURE(trained);
    const Retriever retriever = retriever_over(
        {Database::make(shop()), Database::make(school()), Database::make(twin)}, trained);
    const Answer answer = retriever.ask("the amount of each invoice of a customer");
    const std::vector<std::string_view> names = named_by(answer);
    CHECK(std::set<std::string_view>(names.begin(), names.end()) ==
          std::set<std::string_view>{"shop", "shop_of_the_north"});
    float sum = 0;
    for (const auto &of : answer.alternatives.databases) sum += of.score;
    CHECK(sum > 0);
    CHECK(sum <= 1);
  }
}

TEST_CASE("an answer from several databases has none of them among its alternatives") {
  if (!default_embedder()) return test::skip("no static table in this build");
  DatabaseDefinition twin = shop();
  twin.name = "shop_of_the_north";
  const Retriever retriever = retriever_over(
      {Database::make(shop()), Database::make(school()), Database::make(twin)}, true);
  const Answer answer = retriever.ask("the amount of each invoice", {.databases = 2});
  std::set<DatabaseId> used;
  for (const SubsetColumn &column : answer.subset.columns)
    used.insert(retriever.catalog()->database_of(column.id));
  CHECK(used.size() == 2);
  for (const auto &of : answer.alternatives.databases) CHECK(!used.contains(of.id));
}

TEST_CASE("an answer from the only database is sure unless the question is about something else") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Retriever retriever = retriever_over({Database::make(shop())}, true);
  const Answer answer = retriever.ask("the amount of each invoice");
  CHECK(answer.alternatives.databases.empty());
  CHECK(!answer.unsure);
  CHECK(retriever.ask("how many goals did the striker score in the final match").unsure);
}

TEST_CASE("an answer is unsure if the caller's threshold for what fits is not reached") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Retriever retriever =
      retriever_over({Database::make(shop()), Database::make(school())}, true);
  const std::string question = "the amount of each invoice";
  CHECK(!retriever.ask(question, {.fits_threshold = 0.0F}).unsure);
  const Answer strict = retriever.ask(question, {.fits_threshold = 1.0F});
  CHECK(strict.unsure);
  CHECK(strict.fits_threshold == 1);
}

TEST_CASE("tables beyond the answer's are alternatives, and no longer if they are in it") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Retriever retriever = retriever_over({Database::make(shop())}, true);
  const std::string question = "the name of the customer and the amount of the invoice";
  const Answer narrow = retriever.ask(question, {.budget = 1});
  REQUIRE(narrow.alternatives.tables.size() == 1);
  CHECK(narrow.alternatives.tables[0].id !=
        retriever.catalog()->table_of(narrow.subset.columns[0].id));
  CHECK(retriever.ask(question).alternatives.tables.empty());
}

TEST_CASE("a near copy keeps most columns, and keys lead to the same columns") {
  const auto of = Database::make(shop());
  const auto copy = Database::make(test::near_copy(of->definition(), 2, "copy"));
  CHECK(copy->name() == "copy");
  CHECK(copy->tables().size() == of->tables().size());  // one dropped, one added
  for (const ForeignKey &key : copy->foreign_keys()) {
    const Table &from = copy->tables()[key.table];
    CHECK(std::string(from.columns[key.columns[0]].name).starts_with("customer_id"));
  }
}

}  // namespace sluice
