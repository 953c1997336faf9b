#ifndef SLUICE_RETRIEVE_SUBSET_HPP
#define SLUICE_RETRIEVE_SUBSET_HPP

/// The result of a retrieval: a few columns in the order of selection, with reasons.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

enum class ReasonKind : std::uint8_t {
  word,               ///< A word of the question is in the column's name or implied by it.
  table,              ///< A word of the question is in the table's name or implied by it.
  value,              ///< A word of the question is in a sample value or an allowed value.
  probe,              ///< Similar to a probe.
  join,               ///< Needed to join the named table.
  key,                ///< Part of its table's primary key.
  glossary,           ///< An entry of the glossary applies to it.
  guess,              ///< A guess at the query reads it.
  description,        ///< A word of the question is in the column's description.
  table_description,  ///< A word of the question is in the table's description.
};

/// "word", "table", …: the name in JSON output. A static string.
std::string_view name_of(ReasonKind kind) noexcept;

struct Reason {
  ReasonKind kind = ReasonKind::word;
  std::string
      text;  ///< The question's word or its part, the probe, the joined table's name, the entry.

  friend bool operator==(const Reason &, const Reason &) = default;
};

/// The reason for human readers: "'wine'", "table of 'wine'", "'wine' in its description", "joins
/// customer", "key".
std::string to_text(const Reason &reason);

struct SubsetColumn {
  ColumnId id;
  double score = 0;  ///< Gain in the objective; 0 for a column that only joins.
  std::vector<Reason> reasons;
};

/// Keeps its catalog alive.
struct Subset {
  std::shared_ptr<const Catalog> catalog;
  std::vector<SubsetColumn> columns;  ///< In the order of selection.
};

}  // namespace sluice::inline v0

#endif
