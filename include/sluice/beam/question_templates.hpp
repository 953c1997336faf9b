#ifndef SLUICE_BEAM_QUESTION_TEMPLATES_HPP
#define SLUICE_BEAM_QUESTION_TEMPLATES_HPP

/// Questions with slots where the names of tables and columns stood.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/beam/routing_pair.hpp"

namespace sluice {

/// A word, or a slot to put a name into.
struct TemplatePiece {
  enum class Kind : std::uint8_t { word, table, column };
  Kind kind = Kind::word;
  std::string word;  ///< Empty for a slot.

  friend bool operator==(const TemplatePiece &, const TemplatePiece &) = default;
};

using QuestionTemplate = std::vector<TemplatePiece>;

/// Templates by how many tables a question is about. Immutable; any threads at once.
class QuestionTemplates {
 public:
  /// A few dozen of our own, for where no questions are known.
  static QuestionTemplates builtin();

  /// From questions whose schemas are known: words of the names of gold tables and columns become
  /// slots, words asked of many databases (25, or a fifth of fewer than 125, but two) stay,
  /// everything else, values above all, is dropped. Counts the pairs' sizes too. Falls back to the
  /// built-in ones for numbers of tables that no pair has. O(words).
  static QuestionTemplates mine(std::span<const RoutingPair> pairs, const Catalog &catalog);

  /// Those for so many tables, at least one; 0 counts as 1, more than 3 as 3.
  std::span<const QuestionTemplate> for_tables(std::size_t tables) const noexcept;

  /// Sizes of the queries behind the mined questions; the default ones if none were mined.
  const QuerySizes &sizes() const noexcept { return sizes_; }

 private:
  static constexpr std::size_t classes = 3;
  std::array<std::vector<QuestionTemplate>, classes> by_tables_;
  QuerySizes sizes_;
};

/// Reads a template as people write it: "show the {c} of each {t}". Folded words, {t} and {c}
/// slots.
QuestionTemplate parse_template(std::string_view text);

}  // namespace sluice

#endif
