#ifndef SLUICE_BEAM_DECODING_CONSTRAINT_HPP
#define SLUICE_BEAM_DECODING_CONSTRAINT_HPP

/// Which tokens may follow which: what keeps a decoder from making up schemas that are not there.
/// Source: Wang et al. 2024 (DBCopilot), section 3.5. With one token a node, its prefix tree is the
/// list of accessible nodes.

#include <concepts>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"

namespace sluice {

/// `legal(prefix, next)` writes into `next` the tokens that may follow `prefix`, each once, in
/// order; the end is among them where the sequence may end. None follow the end. Every prefix that
/// is made of legal steps has a legal next token until it has ended. Safe to call from many
/// threads.
template <class T>
concept DecodingConstraint = requires(const T &constraint, std::span<const SchemaToken> prefix,
                                      std::vector<SchemaToken> &next) {
  {constraint.legal(prefix, next)};
  { constraint.tokens() } -> std::same_as<const SchemaTokens &>;
};

/// What the constraints below are made for: a catalog, its joins, and what the asker may see.
struct DecodingGraph {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const TableNeighbors> neighbors;  ///< Of the same mask.
  const Mask *mask = nullptr;
};

/// What the constraints below share.
class ConstraintOnGraph {
 public:
  explicit ConstraintOnGraph(DecodingGraph graph)
      : graph_(std::move(graph)), tokens_(*graph_.catalog) {}
  const SchemaTokens &tokens() const noexcept { return tokens_; }

 protected:
  DecodingGraph graph_;
  SchemaTokens tokens_;
};

/// A database, one of its tables, then neighbors of any table so far; an end after each table.
/// (The published program lets a sequence end right after the database as well; here only where the
/// database shows no table.) Models DecodingConstraint.
class GraphConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(databases) at the start, then O(tables of the database), then O(neighbors · log).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

/// Tables of any databases in any order, each once, an end after each: what the basic serialization
/// allows. Models DecodingConstraint.
class TablesConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(tables).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

/// Every visible token that is not there yet, and the end from the second token on: decoding as
/// free as names of nodes permit, for comparison. Models DecodingConstraint.
class FreeConstraint : public ConstraintOnGraph {
 public:
  using ConstraintOnGraph::ConstraintOnGraph;
  /// O(databases + tables).
  void legal(std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) const;
};

}  // namespace sluice

#endif
