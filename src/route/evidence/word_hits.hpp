#ifndef SLUICE_SRC_ROUTE_EVIDENCE_WORD_HITS_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_WORD_HITS_HPP

/// Where a word of a question occurs in a catalog: in names, descriptions and values.

#include <cstddef>
#include <cstdint>
#include <span>
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

/// What a hit in a description or value counts compared with one in a name, by the share of plain
/// words in the names of the database.
float description_factor(float plain);
float value_factor(float plain);

/// The rarity of a stem by the number of tables with it in a name.
float name_rarity(const SchemaLayout &layout, StemId stem);

/// Collects hits. Not thread-safe.
class HitFinder {
 public:
  HitFinder(const SchemaLayout &layout, const Hierarchy &hierarchy);

  /// `stems`: of the schema, that the word means; `texts`: where it occurs in the index.
  WordHits find(std::span<const StemMatch> stems, std::span<const Posting> texts);

 private:
  TableHit &hit(WordHits &hits, std::uint32_t table);

  const SchemaLayout &layout_;
  const Hierarchy &hierarchy_;
  std::vector<std::uint32_t> at_;  // by table: its position in the hits plus 1, or 0
};

}  // namespace sluice::inline v0::route_detail

#endif
