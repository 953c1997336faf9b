#ifndef SLUICE_SRC_BEAM_SERIALIZATION_HPP
#define SLUICE_SRC_BEAM_SERIALIZATION_HPP

/// Converts a query's schema to a sequence of tokens and back.
/// Source: Wang et al. 2024 (DBCopilot), section 3.3 and algorithm 2.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"

namespace sluice::inline v0 {

enum class Serialization : std::uint8_t {
  depth_first,  ///< The database, then its tables in depth-first order.
  basic,        ///< Only the tables, in the order given.
};

/// Returns the tokens without the end token. The order of `schema.tables` decides where the
/// depth-first search has a choice: tables listed earlier come first. Tables that no join leads to
/// are reached through the database and follow later. O(tables²).
std::vector<SchemaToken> serialize(const QuerySchema &schema, Serialization how,
                                   const SchemaTokens &tokens, const TableNeighbors &neighbors);

/// Returns the schema that a sequence spells, in either serialization, up to its end token. The
/// database is the first one in the sequence, or else the one that most tables belong to (ties: the
/// first one that occurs). Drops duplicate tables and tables of other databases. Returns nullopt if
/// no database occurs.
std::optional<QuerySchema> read_serialized(std::span<const SchemaToken> sequence,
                                           const SchemaTokens &tokens, const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
