#ifndef SLUICE_SRC_ROUTE_EVIDENCE_COLUMN_EVIDENCE_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_COLUMN_EVIDENCE_HPP

/// What the words of a question say about the columns of a few tables.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "evidence_features.hpp"
#include "route/features/schema_layout.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/hierarchy.hpp"

namespace sluice::inline v0::route_detail {

/// Columns of tables, table after table, hidden ones included, and their signals by feature.
struct ColumnSignals {
  std::vector<std::uint32_t> ids;
  std::array<std::vector<float>, evidence::columns.size()> signals;
};

/// The columns of some tables by the trees, table after table, hidden ones included.
struct ReadColumns {
  std::vector<float> rows;           ///< Of learned features.
  std::vector<float> probabilities;  ///< P(read | table).
};

/// `tables`: with their probabilities; `reads`: by column, P(read | table) by the trees. O(words of
/// the columns' names + occurrences of the question's words in texts).
ColumnSignals column_signals(const SchemaLayout &layout, const Hierarchy &hierarchy,
                             std::span<const EvidenceWord> words,
                             std::span<const Scored<TableId>> tables, std::span<const float> reads);

}  // namespace sluice::inline v0::route_detail

#endif
