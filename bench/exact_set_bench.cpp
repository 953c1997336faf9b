/// Exact-set match over Spider's dev questions: a whole file of predictions, from the text of both
/// queries to the report, and each step alone.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/lines.hpp"
#include "schema/sql_keys.hpp"
#include "sluice/core/file.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/schema/load.hpp"
#include "spider/official_report.hpp"

namespace {

using namespace sluice;

std::string data(const std::string &path) {
  const char *const folder = std::getenv("SLUICE_DATA");
  return std::string(folder != nullptr ? folder : SLUICE_DATA) + '/' + path;
}

struct Pair {
  std::string gold, predicted;
  const Database *database;
  const OfficialSchema *schema;
  const sql::KeyFacts *keys;
};

/// The 1,034 pairs of one system.
struct Dev {
  Dev() {
    const std::string json = read_file(data("spider/tables.json.gz"));
    databases = load_tables_json(json, "tables.json");
    const auto foreign_keys = read_official_foreign_keys(json, "tables.json");
    for (std::size_t i = 0; i < databases.size(); ++i) {
      const std::string name(databases[i]->name());
      schemas.emplace(name, OfficialSchema(*databases[i], &foreign_keys[i]));
      facts.emplace(name, sql_keys(*databases[i], ForeignKeyReading::total));
    }
    const std::string gold_text = read_file(data("spider/dev_gold.sql"));
    const std::string text = read_file(data("predictions/spider_dev/submission_10.sql.gz"));
    const auto golds = lines_of(gold_text);
    const auto predicted = lines_of(text);
    for (std::size_t i = 0; i < golds.size(); ++i) {
      const std::size_t tab = golds[i].find('\t');
      const std::string_view name = golds[i].substr(tab + 1);
      for (const auto &database : databases) {
        if (database->name() == name) {
          pairs.push_back({std::string(golds[i].substr(0, tab)), std::string(predicted[i]),
                           database.get(), &schemas.find(name)->second, &facts.find(name)->second});
        }
      }
    }
  }

  Databases databases;
  std::map<std::string, OfficialSchema, std::less<>> schemas;
  std::map<std::string, sql::KeyFacts, std::less<>> facts;
  std::vector<Pair> pairs;
};

const Dev &dev() {
  static const Dev loaded;
  return loaded;
}

void read_official(benchmark::State &state) {
  for (auto _ : state) {
    for (const Pair &pair : dev().pairs)
      benchmark::DoNotOptimize(parse_official(pair.gold, *pair.schema));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dev().pairs.size()));
}
BENCHMARK(read_official)->Unit(benchmark::kMillisecond);

void match_official(benchmark::State &state) {
  for (auto _ : state) {
    std::vector<ScoreItem> items;
    for (const Pair &pair : dev().pairs) {
      ScoreItem &item = items.emplace_back();
      auto gold = parse_official(pair.gold, *pair.schema);
      auto predicted = parse_official(pair.predicted, *pair.schema).value_or(OfficialQuery());
      item.hardness = hardness_of(*gold);
      normalize_official(*gold, *pair.schema);
      normalize_official(predicted, *pair.schema);
      item.exact = exact_set_match(*gold, predicted, *pair.schema);
    }
    benchmark::DoNotOptimize(official_report({items}, OfficialReportKind::match));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dev().pairs.size()));
}
BENCHMARK(match_official)->Unit(benchmark::kMillisecond);

void match_normalized(benchmark::State &state) {
  for (auto _ : state) {
    for (const Pair &pair : dev().pairs) {
      benchmark::DoNotOptimize(normal_form(pair.gold, *pair.database, *pair.keys) ==
                               normal_form(pair.predicted, *pair.database, *pair.keys));
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dev().pairs.size()));
}
BENCHMARK(match_normalized)->Unit(benchmark::kMillisecond);

/// The work of a process before the first pair.
void load_schemas(benchmark::State &state) {
  for (auto _ : state) {
    OfficialSchemas schemas(read_file(data("spider/tables.json.gz")), "tables.json");
    for (const Pair &pair : dev().pairs)
      benchmark::DoNotOptimize(schemas.find(pair.database->name()));
  }
}
BENCHMARK(load_schemas)->Unit(benchmark::kMillisecond);

}  // namespace
