#ifndef SLUICE_TESTS_RANDOM_POOL_HPP
#define SLUICE_TESTS_RANDOM_POOL_HPP

/// A pool of candidates with random scores, from a random schema.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/retrieve/coverage.hpp"
#include "sluice/retrieve/relations.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::test {

/// Returns a catalog of `databases` databases with a chain of tables, each referring to the
/// previous one.
inline std::shared_ptr<const Catalog> chain_catalog(std::size_t databases, std::size_t tables,
                                                    std::size_t columns) {
  std::vector<std::shared_ptr<const Database>> made;
  for (std::size_t d = 0; d < databases; ++d) {
    DatabaseDefinition database;
    database.name = "db" + std::to_string(d);
    for (std::size_t t = 0; t < tables; ++t) {
      TableDefinition table;
      table.name = "t" + std::to_string(t);
      for (std::size_t c = 0; c < columns; ++c) {
        ColumnDefinition column;
        // Names are unique, so that no key is inferred from them.
        column.name = "c" + std::to_string(t) + std::to_string(c);
        table.columns.push_back(column);
      }
      table.primary_key = {0};
      database.tables.push_back(table);
      if (t > 0) database.foreign_keys.push_back({t, {columns - 1}, t - 1, {0}});
    }
    made.push_back(Database::make(database));
  }
  return Catalog::make(std::move(made));
}

struct RandomPool {
  struct Shape {
    std::size_t probes = 20;
    std::size_t candidates = 100;
    bool coarse = false;  ///< Few distinct scores, so that there are ties.
  };

  RandomPool(Random &random, Shape shape)
      : probes(shape.probes),
        candidates(shape.candidates),
        graphs(chain_catalog(5, 6, 5)),
        columns(drawn_columns(random, shape.candidates)),
        relations(graphs, columns, nullptr) {
    for (std::size_t i = 0; i < probes * candidates; ++i) {
      scores.push_back(shape.coarse ? static_cast<float>(random.below(4)) / 4
                                    : static_cast<float>(random.unit()));
    }
  }

  SimilarityMatrix matrix() const { return {probes, candidates, scores}; }

  std::size_t probes;
  std::size_t candidates;
  JoinGraphs graphs;
  std::vector<ColumnId> columns;
  Relations relations;
  std::vector<float> scores;

 private:
  std::vector<ColumnId> drawn_columns(Random &random, std::size_t count) const {
    std::vector<ColumnId> all;
    for (const ColumnId column : graphs.catalog().columns()) all.push_back(column);
    random.shuffle(all);
    all.resize(count);
    return all;
  }
};

}  // namespace sluice::test

#endif
