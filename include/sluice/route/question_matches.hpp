#ifndef SLUICE_ROUTE_QUESTION_MATCHES_HPP
#define SLUICE_ROUTE_QUESTION_MATCHES_HPP

/// Which names the words of a question mean, and by what evidence: an explanation for people.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0 {

enum class MatchChannel : std::uint8_t {
  exact,         ///< The word itself.
  stem,          ///< Another form of the word.
  abbreviation,  ///< Letters that usually abbreviate the word.
  translation,   ///< In training questions, people used the word for the name.
  synonym,       ///< A synonym in WordNet.
  vectors,       ///< Similar by the static table.
  encoder,       ///< Similar by the encoder.
  value,         ///< The word is in sample values or allowed values.
  description,   ///< The word is in the description.
};
constexpr std::size_t match_channels = 9;

/// "exact", "stem", "abbreviation", "translation", "WordNet", "vectors", "encoder", "value",
/// "description".
std::string_view name_of(MatchChannel channel) noexcept;

/// A word of names and the objects that contain it, by ascending id.
struct NameMatch {
  MatchChannel channel = MatchChannel::exact;
  std::string name_word;  ///< The most frequent form in the schema, folded.
  float strength = 0;     ///< In (0, 1]: a cosine above its floor, a probability, 1 for the same.
  std::vector<DatabaseId> databases;  ///< Whose own name or text contains it.
  std::vector<TableId> tables;        ///< Whose own name or text contains it.
  std::vector<ColumnId> columns;
};

/// A word of the question.
struct WordMatches {
  std::string word;  ///< Folded.
  std::string stem;
  float rarity = 0;                ///< Inverse document frequency among databases, at least 0.
  std::vector<NameMatch> matches;  ///< By channel, then by descending strength.
};

}  // namespace sluice::inline v0

#endif
