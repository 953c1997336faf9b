#ifndef SLUICE_BEAM_SERIALIZATION_HPP
#define SLUICE_BEAM_SERIALIZATION_HPP

/// A query's schema as a sequence of tokens, and back.
/// Source: Wang et al. 2024 (DBCopilot), section 3.3 and algorithm 2.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"

namespace sluice {

enum class Serialization : std::uint8_t {
  depth_first,  ///< The database, then its tables as a depth-first search meets them.
  basic,        ///< The tables alone, in the order given.
};

/// The tokens, without the end. The node order is the order of `schema.tables`: where the search
/// may go to several tables, the one listed first goes first; tables that no join leads to follow
/// by way of the database. O(tables²).
std::vector<SchemaToken> serialize(const QuerySchema &schema, Serialization how,
                                   const SchemaTokens &tokens, const TableNeighbors &neighbors);

/// The schema that a sequence spells, in either serialization, up to its end. The database is the
/// first one named; where none is, the one that most tables belong to (ties: the first met). Tables
/// of other databases and repeated ones are dropped. Nothing if no database can be told.
std::optional<QuerySchema> read_serialized(std::span<const SchemaToken> sequence,
                                           const SchemaTokens &tokens, const Catalog &catalog);

}  // namespace sluice

#endif
