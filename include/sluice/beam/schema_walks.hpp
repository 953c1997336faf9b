#ifndef SLUICE_BEAM_SCHEMA_WALKS_HPP
#define SLUICE_BEAM_SCHEMA_WALKS_HPP

/// Samples schemas that a query might read, by random walks over the schema graph.
/// Source: Wang et al. 2024 (DBCopilot), section 3.4; the length of a walk follows its published
/// code.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {

/// A schema and the columns that a question about it should mention; may have no columns.
struct SampledSchema {
  QuerySchema schema;
  std::vector<ColumnId> columns;  ///< Columns of these tables, without duplicates.
};

/// Relative frequencies of queries by number of tables and by number of columns. They need not add
/// up to 1; the defaults are rounded frequencies of real questions.
struct QuerySizes {
  std::vector<double> tables = {0, 55, 36, 7, 2};  ///< Index: number of tables.
  std::vector<double> columns = {4, 34, 35, 17, 7, 3};
};

/// How the database that a walk starts in is chosen.
enum class DatabaseShare : std::uint8_t {
  uniform,         ///< All equally often, as in DBCopilot's walks from the source node.
  root_of_tables,  ///< In proportion to the square root of its number of tables.
};

/// Immutable. Thread-safe; each thread needs its own random numbers.
class SchemaWalks {
 public:
  struct Options {
    QuerySizes sizes;
    DatabaseShare share = DatabaseShare::root_of_tables;
  };

  /// Throws Error(invalid_argument) if no database has a table, or if sizes are empty, negative,
  /// not finite, or have no positive frequency for at least one table.
  SchemaWalks(std::shared_ptr<const Catalog> catalog,
              std::shared_ptr<const TableNeighbors> neighbors, Options options);

  /// Draws the number of tables, starts at a random table and steps to random neighbors (both
  /// uniform), until it has visited that many different tables or made 2 + 2 · that number of
  /// steps. The tables are therefore connected.
  SampledSchema sample(Random &random) const;

 private:
  DatabaseId sample_database(Random &random) const;
  void add_columns(SampledSchema &sampled, std::size_t count, Random &random) const;

  std::shared_ptr<const Catalog> catalog_;
  std::shared_ptr<const TableNeighbors> neighbors_;
  Options options_;
  std::vector<double> database_ends_;  // running sums
};

}  // namespace sluice::inline v0

#endif
