#ifndef SLUICE_SRC_BEAM_DECODING_CONSTRAINT_HPP
#define SLUICE_SRC_BEAM_DECODING_CONSTRAINT_HPP

/// Which tokens may follow a prefix. Constraints prevent a decoder from generating hallucinated
/// schemas.
/// Source: Wang et al. 2024 (DBCopilot), section 3.5. With one token per node, its prefix tree is
/// just the list of accessible nodes.

#include <concepts>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"

namespace sluice::inline v0 {

/// `legal(prefix, next)` writes to `next` the tokens that may follow `prefix`, sorted and without
/// duplicates. They include the end token if the sequence may end. No token may follow the end.
/// Every prefix of legal tokens that has not ended has a legal next token. Thread-safe.
template <class T>
concept DecodingConstraint = requires(const T &constraint, std::span<const SchemaToken> prefix,
                                      std::vector<SchemaToken> &next) {
  {constraint.legal(prefix, next)};
  { constraint.tokens() } -> std::same_as<const SchemaTokens &>;
};

/// What the constraints below depend on: a catalog, its joins, and what the user may see.
struct DecodingGraph {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const TableNeighbors> neighbors;  ///< Built with the same mask.
  const Mask *mask = nullptr;
};

/// The common base of the constraints below.
class ConstraintOnGraph {
 public:
  explicit ConstraintOnGraph(DecodingGraph graph)
      : graph_(std::move(graph)), tokens_(*graph_.catalog) {}
  const SchemaTokens &tokens() const noexcept { return tokens_; }

 protected:
  DecodingGraph graph_;
  SchemaTokens tokens_;
};

/// A database, one of its tables, then neighbors of any table chosen so far; the sequence may end
/// after each table. (The published code also allows an end directly after the database; here only
/// if the database has no visible table.) Models DecodingConstraint.
class GraphConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(databases) for the first token, O(tables of the database) for the second, then O(neighbors ·
  /// log).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

/// Distinct tables of any databases in any order; the sequence may end after each table. This is
/// what the basic serialization allows. Models DecodingConstraint.
class TablesConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(tables).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

/// Every visible token that is not in the prefix yet, and the end from the second token on: the
/// least constrained decoding that uses existing nodes, for comparison. Models DecodingConstraint.
class FreeConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(databases + tables).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

}  // namespace sluice::inline v0

#endif
