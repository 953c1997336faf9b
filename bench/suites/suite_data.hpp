#ifndef SLUICE_BENCH_SUITE_DATA_HPP
#define SLUICE_BENCH_SUITE_DATA_HPP

/// Gold queries and databases for building suites: Spider dev, and the small data sets of Zhong et
/// al. 2020 (table 4) with its figures.

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/sql_keys.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::bench {

inline std::string data(const std::string &path) {
  const char *const folder = std::getenv("SLUICE_DATA");
  return std::string(folder != nullptr ? folder : SLUICE_DATA) + '/' + path;
}

/// Returns the environment variable, or `usual` if it is not set.
inline std::size_t number_of(const char *variable, std::size_t usual) {
  const char *const given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

inline bool is_verbose() { return std::getenv("SLUICE_BENCH_VERBOSE") != nullptr; }

/// The files of a data set, and its row of the paper's table 4.
struct DataSet {
  std::string name, golds, databases, tables;
  double neighbors, undistinguished, reliable;  // of the paper: per gold; in %
};

inline const std::vector<DataSet> &data_sets() {
  static const std::vector<DataSet> known = [] {
    std::vector<DataSet> sets = {{"spider", "spider/dev_gold.sql", "spider/databases/dev",
                                  "spider/tables.json.gz", 94, 0.44, 100}};
    const auto small = [&sets](const std::string &name, double neighbors, double undistinguished,
                               double reliable) {
      sets.push_back({name, "classical_test/" + name + ".jsonl.gz", "text2sql/databases",
                      "text2sql/tables.json.gz", neighbors, undistinguished, reliable});
    };
    small("geography", 108, 5.28, 88.2);
    small("restaurants", 379, 0.14, 100);
    small("imdb", 253, 0.23, 100);
    small("yelp", 274, 0.07, 98.3);
    small("academic", 368, 1.36, 94.7);
    return sets;
  }();
  return known;
}

inline std::vector<GoldLine> golds_of(const DataSet &set) {
  const EvaluationFile file{set.golds, read_file(data(set.golds))};
  std::vector<GoldLine> golds;
  for (const EvaluationItem &item : read_evaluation_items(file, file).items) {
    golds.push_back({item.database_id, item.golds.front()});
  }
  return golds;
}

/// Builds a suite like `sluice suite build`. Infers foreign keys if the data set declares none.
inline Suite build(const DataSet &set, MutatorSet mutators) {
  SuiteOptions options;
  options.mutators = mutators;
  options.infer_keys = set.name != "spider";
  options.jobs = number_of("SLUICE_BENCH_JOBS", 2);
  return build_suite(golds_of(set), data(set.databases), load(data(set.tables), {.samples = 0}),
                     options);
}

/// Returns Spider dev's suite for all operators; SLUICE_BENCH_SUITE may name a file with it.
inline std::shared_ptr<const Suite> dev_suite() {
  static const auto made = [] {
    const char *const file = std::getenv("SLUICE_BENCH_SUITE");
    return std::make_shared<const Suite>(
        file != nullptr ? read_suite(file) : build(data_sets().front(), MutatorSet::all));
  }();
  return made;
}

/// One of Spider's dev schemas, and the multiplicity of each of its gold queries.
struct DevSchema {
  std::string id, path;
  std::map<std::string, double> golds;
  std::shared_ptr<const ValuePools> pools;
  NeighborSchema neighbors;
};

inline const std::vector<DevSchema> &dev_schemas() {
  static const std::vector<DevSchema> loaded = [] {
    std::map<std::string, DevSchema> schemas;
    for (const GoldLine &gold : golds_of(data_sets().front())) {
      schemas[gold.database_id].golds[gold.text] += 1;
    }
    std::vector<DevSchema> dev;
    for (auto &[id, schema] : schemas) {
      schema.id = id;
      schema.path = data("spider/databases/dev/" + id + ".sqlite");
      SqliteConnection connection(schema.path, SqliteConnection::Access::read);
      auto constraints = std::make_shared<const Constraints>(
          Constraints::declared(load_sqlite(schema.path, {.samples = 0}), connection));
      auto pools = std::make_shared<ValuePools>(constraints);
      pools->add_originals(connection);
      std::vector<std::string> texts;
      for (const auto &gold : schema.golds) texts.push_back(gold.first);
      pools->add_constants(texts);
      // Neighbors must run on tables as defined in test databases.
      SqliteConnection empty = SqliteConnection::scratch("test database");
      empty.run_script(constraints->definitions());
      schema.neighbors.database = constraints->share_schema();
      schema.neighbors.empty = SqliteImage::from_bytes(empty.image(), "test database");
      schema.neighbors.keys =
          kept_keys(sql_keys(constraints->schema()), constraints->schema(), empty);
      schema.pools = std::move(pools);
      dev.push_back(std::move(schema));
    }
    return dev;
  }();
  return loaded;
}

}  // namespace sluice::bench

#endif
