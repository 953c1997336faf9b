/// Inferred keys against the declared ones of Spider and BIRD, with these taken away.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "key_inference.hpp"
#include "schema/inference/key_features.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

namespace fs = std::filesystem;

std::string data_file(const std::string &name) {
  const char *folder = std::getenv("SLUICE_DATA");
  return (fs::path(folder != nullptr ? folder : SLUICE_DATA) / name).string();
}

enum class Part { spider_train, spider_dev, bird_train, bird_dev };

std::set<std::string> names_in(const Databases &databases) {
  std::set<std::string> names;
  for (const auto &database : databases) names.emplace(database->name());
  return names;
}

KeyedDatabases read(Part part) {
  KeyedDatabases read;
  const bool is_spider = part == Part::spider_train || part == Part::spider_dev;
  const bool is_dev = part == Part::spider_dev || part == Part::bird_dev;
  std::set<std::string> dev;
  if (is_spider) {
    for (const DatabaseFile &file : find_databases(data_file("spider/databases/dev")))
      dev.insert(file.name);
  } else {
    dev = names_in(load(data_file("bird_dev/tables.json.gz")));
  }
  for (const auto &database :
       load(data_file(is_spider ? "spider/tables.json.gz" : "bird_dev/tables_80.json.gz")))
    if (dev.contains(std::string(database->name())) == is_dev) read.databases.push_back(database);
  if (!is_spider) return read;  // BIRD's databases are not at hand
  std::map<std::string, std::string> files;
  for (const DatabaseFile &file :
       find_databases(data_file(is_dev ? "spider/databases/dev" : "spider/databases/train")))
    files[file.name] = file.path;
  for (const auto &database : read.databases) {
    const auto file = files.find(std::string(database->name()));
    if (file == files.end()) continue;
    ValueLimits limits;
    limits.column_values = 200'000;
    read.values.emplace(file->first, ValueSketches::of_file(file->second, *database, limits));
  }
  return read;
}

const KeyedDatabases &databases_of(Part part) {
  static std::map<Part, KeyedDatabases> known;
  const auto found = known.find(part);
  if (found != known.end()) return found->second;
  return known.emplace(part, read(part)).first->second;
}

void report(benchmark::State &state, const KeyAgreement &agreement) {
  state.counters["declared"] = static_cast<double>(agreement.declared);
  state.counters["inferred"] = static_cast<double>(agreement.inferred);
  state.counters["precision"] = 100 * agreement.precision();
  state.counters["recall"] = 100 * agreement.recall();
  state.counters["F1"] = 100 * agreement.f1();
  state.counters["directed"] = static_cast<double>(agreement.directed);
}

void model(benchmark::State &state, Part part, HiddenKeys hidden, bool with_values) {
  const KeyedDatabases &of = databases_of(part);
  KeyAgreement agreement;
  for (auto _ : state) agreement = key_agreement(of, hidden, with_values);
  report(state, agreement);
}

void same_names(benchmark::State &state, Part part, HiddenKeys hidden) {
  const KeyedDatabases &of = databases_of(part);
  KeyAgreement agreement;
  for (auto _ : state) agreement = same_name_agreement(of, hidden);
  report(state, agreement);
}

/// One database with many tables, which refer to a few others each.
void many_tables(benchmark::State &state) {
  DatabaseDefinition definition;
  definition.name = "many";
  const auto count = static_cast<std::size_t>(state.range(0));
  for (std::size_t t = 0; t < count; ++t) {
    TableDefinition table;
    table.name = "entity" + std::to_string(t);
    table.columns = {{"id"}};
    for (std::size_t c = 1; c < 20; ++c)
      table.columns.push_back({c % 3 == 0 ? "entity" + std::to_string((t + c * 7) % count) + "_id"
                                          : "measured_value_" + std::to_string(c)});
    table.primary_key = {0};
    definition.tables.push_back(std::move(table));
  }
  const auto database = Database::make(std::move(definition));
  std::size_t keys = 0;
  for (auto _ : state) keys = infer_keys(*database).size();
  state.counters["keys"] = static_cast<double>(keys);
}
BENCHMARK(many_tables)->Arg(1000)->Arg(5000)->Unit(benchmark::kMillisecond);

void register_all() {
  const std::pair<Part, const char *> parts[]{{Part::spider_train, "spider train"},
                                              {Part::bird_train, "bird train"},
                                              {Part::spider_dev, "spider dev"},
                                              {Part::bird_dev, "bird dev"}};
  for (const auto &[part, name] : parts) {
    for (const HiddenKeys hidden : {HiddenKeys::foreign, HiddenKeys::all}) {
      const std::string place =
          std::string("/") + name + (hidden == HiddenKeys::all ? "/all hidden" : "/foreign hidden");
      const auto add = [](const std::string &of, auto &&...what) {
        benchmark::RegisterBenchmark(of.c_str(), what...)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
      };
      add("same names" + place, same_names, part, hidden);
      add("model" + place, model, part, hidden, false);
      if (part == Part::spider_train || part == Part::spider_dev)
        add("model with values" + place, model, part, hidden, true);
    }
  }
}

}  // namespace

int main(int argc, char **argv) {
  // The candidates that weights are fitted to: of train data only.
  if (const char *path = std::getenv("SLUICE_KEY_CANDIDATES")) {
    std::ofstream out(path);
    for (const auto name : schema_detail::key_feature_names()) out << name << '\t';
    out << '\n';
    for (const Part part : {Part::spider_train, Part::bird_train})
      write_candidates(databases_of(part), out);
    return 0;
  }
  register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
