#ifndef SLUICE_RANK_NEED_MODEL_HPP
#define SLUICE_RANK_NEED_MODEL_HPP

/// How likely a question's query reads each table and column, by all that the ranker and the label
/// model say of the whole database: a second stage, for cutting a schema.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/boosted_trees.hpp"
#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0 {

struct LabelReading;

/// P(the query reads it), by position in the database.
struct ElementNeeds {
  std::vector<float> tables;
  std::vector<float> columns;
};

/// Of one question: what was gathered for it, and what the label model made of that. Views.
struct NeedEvidence {
  const LabelSchema &schema;
  const LabelEvidence &evidence;
  const LabelReading &reading;
};

/// Immutable once made; any threads at once.
struct NeedModel {
  BoostedTrees of_tables, of_columns;

  /// Throws Error(mismatch) for evidence or scores of another number of tables or columns than the
  /// schema's. O(elements · trees + joins).
  ElementNeeds predict(const NeedEvidence &of) const;

  /// As bytes, to be kept in a file, and back. `parse` throws Error(malformed).
  std::string bytes() const;
  static NeedModel parse(std::string_view bytes);
};

}  // namespace sluice::inline v0

#endif
