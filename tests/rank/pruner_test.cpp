/// Approximators and the schema pruner.

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/rank/approximator.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/schema/load.hpp"
#include "small_examples.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

struct Silent {
  std::vector<ApproximatedQuery> approximate(std::string_view /*question*/,
                                             const Database & /*database*/) const {
    return {};
  }
};
static_assert(Approximator<Silent> && Approximator<RecordedApproximator> &&
              Approximator<NearestExampleApproximator>);

std::shared_ptr<const Database> zoo() { return music_and_zoo()->share(DatabaseId(1)); }

}  // namespace

TEST_CASE("recorded predictions answer the question on their line") {
  const std::vector<AskedQuestion> asked{{"a", "zoo"}, {"b", "zoo"}, {"a", "music"}};
  RecordedApproximator recorded(asked, "SELECT 1\nNO_PREDICTION\nSELECT 3\n", "first.sql");
  recorded.add("SELECT 4\n\nSELECT 6", "second.sql");
  const auto of_a = recorded.approximate("a", *zoo());
  REQUIRE(of_a.size() == 2);
  CHECK(of_a[0].sql == "SELECT 1");
  CHECK(of_a[1].sql == "SELECT 4");
  CHECK(recorded.approximate("b", *zoo()).empty());
  CHECK(recorded.approximate("c", *zoo()).empty());
  const Error error = error_of([&] { return recorded.add("SELECT 1", "short.sql"); });
  CHECK(error.code() == ErrorCode::mismatch);
  CHECK(error.where().source == "short.sql");
}

TEST_CASE("callbacks give guesses, and a model's answer is parsed leniently") {
  const CallbackApproximator callback([](std::string_view question, const Database &database) {
    return question == "none" ? std::string() : "SELECT '" + std::string(database.name()) + "'";
  });
  static_assert(Approximator<decltype(callback)>);
  CHECK(callback.approximate("q", *zoo())[0].sql == "SELECT 'zoo'");
  CHECK(callback.approximate("none", *zoo()).empty());
  const CompletionApproximator model(CallbackCompleter([](const CompletionRequest &request) {
    const std::string &prompt = request.messages.back().text;
    return prompt.find("animal(animal_id, keeper_id, species, weight)") == prompt.npos
               ? std::string("no")
               : std::string("Sure!\n```sql\nSELECT 1\nFROM t\n```\nDone.");
  }));
  static_assert(Approximator<decltype(model)>);
  CHECK(model.approximate("q", *zoo())[0].sql == "SELECT 1 FROM t");
  CHECK(sql_in_answer("SQL: select 2; And more.") == "select 2; And more.");
  CHECK(sql_in_answer("The query is\nSELECT a\nFROM b\n\nIt does this.") == "SELECT a FROM b");
  CHECK(sql_in_answer("I cannot.") == "");
  CHECK(sql_in_answer("```SELECT 1") == "SELECT 1");
  CHECK(sql_in_answer("```") == "");
}

TEST_CASE("the query of the nearest example is rewritten for the other schema") {
  const auto catalog = music_and_zoo();
  CHECK(relinked("SELECT T1.name FROM singer AS T1 JOIN concert AS T2 ON T1.singer_id = "
                 "T2.singer_id WHERE T2.year = 2014",
                 "What are the surnames of keepers of animals with weight 3?", *zoo()) ==
        "SELECT keeper.surname FROM keeper JOIN animal ON animal.keeper_id = keeper.keeper_id "
        "WHERE animal.weight = 2014");
  CHECK(relinked("SELECT FROM", "q", *zoo()) == "");
  const auto shop = load_ddl("CREATE TABLE sales.orders (id INT PRIMARY KEY, price INT);", "shop",
                             "a script", {.dialect = sql::Dialect::postgresql});
  CHECK(relinked("SELECT age FROM singer", "price of orders", *shop) ==
        "SELECT price FROM sales.orders");
  const NearestExampleApproximator nearest(small_store(), 2);
  const auto guesses = nearest.approximate("How many animals are there?", *zoo());
  REQUIRE(guesses.size() == 2);
  CHECK(guesses[0].sql == "SELECT count(*) FROM animal");
  CHECK(guesses[0].weight >= guesses[1].weight);
}

TEST_CASE("each rule keeps what it documents, with or without keys") {
  const SchemaPruner pruner(zoo());
  // keeper: 0 keeper_id, 1 surname, 2 salary; animal: 3 animal_id, 4 keeper_id, 5 species, 6 weight
  using Positions = std::vector<std::uint32_t>;
  const std::vector<ApproximatedQuery> guess{{"SELECT surname FROM keeper", 1}, {"no SQL", 1}};
  PruneQuery query{"Which species weigh most?", guess, {}, {}};
  PrunedSchema kept = pruner.prune(query, {.rule = PruneRule::query, .keys = false});
  CHECK(kept.tables == Positions{0});
  CHECK(kept.columns == Positions{1});
  kept = pruner.prune(query, {.rule = PruneRule::query});
  CHECK(kept.columns == Positions{0, 1});
  kept = pruner.prune(query, {.rule = PruneRule::top, .top = 1});
  CHECK(kept.columns == Positions{3, 5});
  CHECK(kept.tables == Positions{1});
  CHECK(pruner.columns_by_score("species")[0] == 5);
  kept = pruner.prune(query, {.rule = PruneRule::paper});
  CHECK(kept.columns.size() >= 6);
  kept = pruner.prune(query, {.rule = PruneRule::query, .fits = 7});
  CHECK(kept.columns.size() == 7);

  const std::vector<float> tables{0.0F, 0.4F}, columns{0, 0, 0, 0, 0, 0, 0.3F};
  query.table_probabilities = tables;
  query.column_probabilities = columns;
  kept = pruner.prune(query, {.rule = PruneRule::calibrated, .threshold = 0.25F});
  CHECK(kept.columns ==
        Positions{0, 1, 3, 4, 6});  // primary keys of both, and the foreign key between them
  query.column_probabilities = {};
  CHECK(error_of([&] { return pruner.prune(query, {.rule = PruneRule::calibrated}); }).code() ==
        ErrorCode::mismatch);
  const std::vector<ApproximatedQuery> star{{"SELECT count(*) FROM animal", 1}};
  kept = pruner.prune({"q", star, {}, {}}, {.rule = PruneRule::query, .keys = false});
  CHECK(kept.columns == Positions{3});  // a kept table has at least one column

  const PrunedSchema gold = elements_of("SELECT species FROM animal WHERE weight > 3", *zoo());
  CHECK(gold.columns == Positions{5, 6});
  CHECK(judge(gold, gold, *zoo()).keeps_all);
  CHECK(judge(gold, gold, *zoo()).shortening == doctest::Approx(6.0 / 9));
  CHECK_FALSE(judge(kept, gold, *zoo()).keeps_all);
}

TEST_CASE("columns with a value that the question names are kept, with their tables") {
  const SchemaPruner pruner(zoo());
  const std::vector<float> tables(zoo()->tables().size(), 0), columns(zoo()->columns().size(), 0);
  const std::vector<std::uint32_t> species{5}, none{99};
  PruneQuery query{"zzz", {}, tables, columns, species};
  PruneOptions options;
  options.rule = PruneRule::calibrated;
  options.keys = false;
  CHECK(pruner.prune(query, options).columns == species);
  CHECK(pruner.prune(query, options).tables == std::vector<std::uint32_t>{1});
  options.rule = PruneRule::query;
  CHECK(pruner.prune(query, options).columns.empty());
  options.rule = PruneRule::paper;
  query.named_columns = none;
  CHECK(error_of([&] { return pruner.prune(query, options); }).code() == ErrorCode::mismatch);
}

TEST_CASE(
    "elements whose expected loss exceeds the price are kept, tables together with their columns") {
  const SchemaPruner pruner(zoo());
  using Positions = std::vector<std::uint32_t>;
  // 9 elements: at a price of 0.9, each kept element costs 0.1.
  PruneOptions options{.rule = PruneRule::expected, .price = 0.9F, .keys = false};
  std::vector<float> tables{0.19F, 0.5F}, columns{0.05F, 0.09F, 0.04F, 0.02F, 0.3F, 0.2F, 0.01F};
  const PruneQuery query{"q", {}, tables, columns};
  // keeper: 0.1 for itself and 0.18 for its lost columns are more than 0.19.
  PrunedSchema kept = pruner.prune(query, options);
  CHECK(kept.tables == Positions{1});
  CHECK(kept.columns == Positions{4, 5});
  // Now they are less. The table is kept with its key, since no other column is worth its price.
  tables[0] = 0.29F;
  kept = pruner.prune(query, options);
  CHECK(kept.tables == Positions{0, 1});
  CHECK(kept.columns == Positions{0, 4, 5});
  options.keys = true;  // the key is added, and costs 0.1 instead of 0.05
  CHECK(pruner.prune(query, options).tables == Positions{1});
  CHECK(pruner.prune(query, options).columns == Positions{3, 4, 5});
  const std::vector<ApproximatedQuery> guess{{"SELECT salary FROM keeper", 1}};
  PruneQuery with_guess = query;
  with_guess.approximations = guess;
  CHECK(pruner.prune(with_guess, options).columns == Positions{0, 2, 3, 4, 5});
  options.price = 0;
  CHECK(pruner.prune(query, options).columns.size() == 7);
  CHECK(error_of([&] {
          return pruner.prune({"q", {}, tables, {}}, options);
        }).code() == ErrorCode::mismatch);
}

/// The expected loss, where a needed column needs its table, plus the price of what is kept.
double loss_of(const PrunedSchema &kept, const Database &database, std::span<const float> tables,
               std::span<const float> columns, double price) {
  const auto all = static_cast<double>(tables.size() + columns.size());
  double loss = price * static_cast<double>(kept.tables.size() + kept.columns.size()) / all;
  for (std::uint32_t t = 0; t < tables.size(); ++t) {
    if (!std::ranges::binary_search(kept.tables, t)) {
      loss += double{tables[t]};
      continue;
    }
    const Table &table = database.tables()[t];
    for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
      const auto column = static_cast<std::uint32_t>(table.first_column + c);
      if (!std::ranges::binary_search(kept.columns, column)) loss += double{columns[column]};
    }
  }
  return loss;
}

TEST_CASE("no other choice of elements has a lower expected loss plus price") {
  const auto database = zoo();
  const SchemaPruner pruner(database);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    std::vector<float> tables, columns;
    for (int t = 0; t < 2; ++t) tables.push_back(static_cast<float>(random.unit()));
    for (int c = 0; c < 7; ++c)
      columns.push_back(static_cast<float>(random.unit() * random.unit() * random.unit()));
    // Keys are added, and tables have at least one column, so a kept table has its first column.
    columns[0] = columns[3] = 1;
    const PruneOptions options{
        .rule = PruneRule::expected, .price = static_cast<float>(random.unit()), .keys = false};
    const double ours = loss_of(pruner.prune({"q", {}, tables, columns}, options), *database,
                                tables, columns, double{options.price});
    for (std::uint32_t choice = 0; choice < 1U << 9; ++choice) {
      PrunedSchema other;
      for (std::uint32_t t = 0; t < 2; ++t) {
        if ((choice >> t & 1) == 0) continue;
        other.tables.push_back(t);
        const Table &table = database->tables()[t];
        for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
          const auto column = static_cast<std::uint32_t>(table.first_column + c);
          if ((choice >> (2 + column) & 1) != 0) other.columns.push_back(column);
        }
      }
      CHECK(ours <= loss_of(other, *database, tables, columns, double{options.price}) + 1e-6);
    }
  }
}

TEST_CASE("documents contain the given values") {
  std::vector<std::vector<std::string>> values(7);
  values[2] = {"penguin"};
  CHECK(SchemaPruner(zoo(), values).columns_by_score("penguin")[0] == 2);
  values.pop_back();
  CHECK(error_of([&] { return SchemaPruner(zoo(), values); }).code() == ErrorCode::mismatch);
}
