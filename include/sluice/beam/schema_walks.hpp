#ifndef SLUICE_BEAM_SCHEMA_WALKS_HPP
#define SLUICE_BEAM_SCHEMA_WALKS_HPP

/// Schemas that a query might read, drawn by random walks over the schema graph.
/// Source: Wang et al. 2024 (DBCopilot), section 3.4; the length of a walk is that of its program.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"
#include "sluice/core/random.hpp"

namespace sluice {

/// A schema and the columns that a question about it is to speak of; may name none.
struct SampledSchema {
  QuerySchema schema;
  std::vector<ColumnId> columns;  ///< Of these tables, each once.
};

/// How often queries read 1, 2, … tables and 0, 1, … columns. Any sum; the defaults are round
/// figures for questions that people ask.
struct QuerySizes {
  std::vector<double> tables = {0, 55, 36, 7, 2};  ///< By number of tables.
  std::vector<double> columns = {4, 34, 35, 17, 7, 3};
};

/// Which database a walk starts in.
enum class DatabaseShare : std::uint8_t {
  uniform,         ///< Each as often, as DBCopilot's walks from the source.
  root_of_tables,  ///< In proportion to the square root of its number of tables.
};

/// Immutable; any threads at once, each with random numbers of its own.
class SchemaWalks {
 public:
  struct Options {
    QuerySizes sizes;
    DatabaseShare share = DatabaseShare::root_of_tables;
  };

  /// Throws Error(invalid_argument) if no database has a table, or sizes are empty, negative, not
  /// finite, or without a number of tables above 0.
  SchemaWalks(std::shared_ptr<const Catalog> catalog,
              std::shared_ptr<const TableNeighbors> neighbors, Options options);

  /// Starts at a table drawn uniformly and goes to neighbors drawn uniformly, at most 2 + 2 ·
  /// wanted steps, until as many different tables as were drawn are met; so its tables are
  /// connected.
  SampledSchema sample(Random &random) const;

 private:
  DatabaseId sample_database(Random &random) const;
  void add_columns(SampledSchema &sampled, std::size_t count, Random &random) const;

  std::shared_ptr<const Catalog> catalog_;
  std::shared_ptr<const TableNeighbors> neighbors_;
  Options options_;
  std::vector<double> database_ends_;  // running sums
};

}  // namespace sluice

#endif
