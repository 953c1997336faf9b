#ifndef SLUICE_SRC_BEAM_QUESTION_TEMPLATES_HPP
#define SLUICE_SRC_BEAM_QUESTION_TEMPLATES_HPP

/// Questions in which slots replace the names of tables and columns.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/beam/routing_pair.hpp"

namespace sluice::inline v0 {

/// A word, or a slot for a name.
struct TemplatePiece {
  enum class Kind : std::uint8_t { word, table, column };
  Kind kind = Kind::word;
  std::string word;  ///< Empty for a slot.

  friend bool operator==(const TemplatePiece &, const TemplatePiece &) = default;
};

using QuestionTemplate = std::vector<TemplatePiece>;

/// Templates grouped by the number of tables that a question is about. Immutable. Thread-safe.
class QuestionTemplates {
 public:
  /// A few dozen built-in templates, for when no questions are known.
  static QuestionTemplates builtin();

  /// Builds templates from questions whose schemas are known. Words from the names of gold tables
  /// and columns become slots. Words that occur in questions about many databases stay: a fifth of
  /// the databases, but at least 2 and at most 25. All other words, especially values, are dropped.
  /// Also counts the sizes of the pairs' queries. Uses the built-in templates for numbers of tables
  /// that no pair has. O(words).
  static QuestionTemplates mine(std::span<const RoutingPair> pairs, const Catalog &catalog);

  /// Templates for this number of tables; never empty. 0 counts as 1, more than 3 as 3.
  std::span<const QuestionTemplate> for_tables(std::size_t tables) const noexcept;

  /// Sizes of the queries of the mined questions; the defaults if none were mined.
  const QuerySizes &sizes() const noexcept { return sizes_; }

 private:
  static constexpr std::size_t classes = 3;
  std::array<std::vector<QuestionTemplate>, classes> by_tables_;
  QuerySizes sizes_;
};

/// Parses a template such as "show the {c} of each {t}": folded words, with {t} and {c} as slots.
QuestionTemplate parse_template(std::string_view text);

}  // namespace sluice::inline v0

#endif
