#ifndef SLUICE_RETRIEVE_SUBSET_HPP
#define SLUICE_RETRIEVE_SUBSET_HPP

/// The answer of a retrieval: a few columns, in the order in which they were chosen, and why.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

enum class ReasonKind : std::uint8_t {
  word,      ///< A word of the question stands in the column's name or what it implies.
  table,     ///< A word of the question stands in the table's name.
  value,     ///< A word of the question stands in a sample value or the description.
  probe,     ///< Similar to what a probe asks for.
  join,      ///< Needed to join the named table.
  key,       ///< Part of its table's primary key.
  glossary,  ///< The asker's own words mean it: an entry of the glossary.
  guess,     ///< A guess at the query reads it.
};

/// "word", "table", …: as JSON output spells it.
std::string_view name_of(ReasonKind kind) noexcept;

struct Reason {
  ReasonKind kind = ReasonKind::word;
  std::string text;  ///< The question's word, the probe, the joined table's name, the entry.

  friend bool operator==(const Reason &, const Reason &) = default;
};

/// As people read it: "'wine'", "table of 'wine'", "joins customer", "key".
std::string to_text(const Reason &reason);

struct SubsetColumn {
  ColumnId id;
  double score = 0;  ///< What it added to the objective; 0 for a column that only joins.
  std::vector<Reason> reasons;
};

/// Immutable once made; keeps its catalog alive.
struct Subset {
  std::shared_ptr<const Catalog> catalog;
  std::vector<SubsetColumn> columns;  ///< In the order of selection.
};

}  // namespace sluice::inline v0

#endif
