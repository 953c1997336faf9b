#ifndef SLUICE_SRC_ROUTE_EVIDENCE_WORD_HITS_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_WORD_HITS_HPP

/// Where a word of a question occurs in a catalog: in names, descriptions and values.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "route/features/schema_layout.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::inline v0::route_detail {

/// Strengths in [0, 1] of one word in one table; the table's own name counts for `name` and `any`.
struct TableHit {
  std::uint32_t table = 0;
  float any = 0;   ///< In any name.
  float name = 0;  ///< In the table's name.
  float description = 0;
  float value = 0;
};

struct WordHits {
  std::vector<TableHit> tables;  ///< Each table once.
  struct InName {
    std::uint32_t database;
    float strength;
  };
  std::vector<InName> databases;  ///< Databases by their own names; may repeat one.
  // Numbers of objects, each weighed by the strength.
  float names = 0, descriptions = 0, values = 0;
};

/// Collects hits. Not thread-safe.
class HitFinder {
 public:
  HitFinder(const SchemaLayout &layout, const LexicalIndex &index);

  /// `stems`: of the schema, that the word means; `term`: of the index, that it is.
  WordHits find(std::span<const StemMatch> stems, const std::string &term);

 private:
  TableHit &hit(WordHits &hits, std::uint32_t table);

  const SchemaLayout &layout_;
  const LexicalIndex &index_;
  std::vector<std::uint32_t> at_;  // by table: its position in the hits plus 1, or 0
};

}  // namespace sluice::inline v0::route_detail

#endif
