#ifndef SLUICE_RANK_NEED_MODEL_HPP
#define SLUICE_RANK_NEED_MODEL_HPP

/// Predicts the probability that a question's query reads each table and column, from the outputs
/// of the ranker and the label model for the whole database. A second stage, for pruning a schema.

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

/// The evidence for one question and the label model's results for it. The references must outlive
/// it.
struct NeedEvidence {
  const LabelSchema &schema;
  const LabelEvidence &evidence;
  const LabelReading &reading;
};

/// Immutable once built. Thread-safe.
struct NeedModel {
  BoostedTrees of_tables, of_columns;

  /// Throws Error(mismatch) if the evidence or the scores have another number of tables or columns
  /// than the schema. O(elements · trees + joins).
  ElementNeeds predict(const NeedEvidence &of) const;

  /// The model as bytes, for a file. `parse` reads them; throws Error(malformed).
  std::string bytes() const;
  static NeedModel parse(std::string_view bytes);
};

}  // namespace sluice::inline v0

#endif
