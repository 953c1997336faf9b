#ifndef SLUICE_ROUTE_QUESTION_MATCHES_HPP
#define SLUICE_ROUTE_QUESTION_MATCHES_HPP

/// Which names a question's words mean, and by what evidence: for people who ask why.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0 {

enum class MatchChannel : std::uint8_t {
  exact,         ///< The word itself.
  stem,          ///< Another form of it.
  abbreviation,  ///< Letters that mostly shorten it.
  translation,   ///< People were seen to ask so for the name.
  synonym,       ///< WordNet says so.
  vectors,       ///< Near by the static table.
  encoder,       ///< Near by the encoder.
  value,         ///< It stands in sample values or the description.
};
constexpr std::size_t match_channels = 8;

/// "exact", "stem", "abbreviation", "translation", "WordNet", "vectors", "encoder", "value".
std::string_view name_of(MatchChannel channel) noexcept;

/// A word of names and where it stands; by rising id.
struct NameMatch {
  MatchChannel channel = MatchChannel::exact;
  std::string name_word;  ///< As the schema mostly spells it, folded.
  float strength = 0;     ///< In (0, 1]: a cosine above its floor, a probability, 1 for the same.
  std::vector<DatabaseId> databases;  ///< Whose own name holds it.
  std::vector<TableId> tables;        ///< The same.
  std::vector<ColumnId> columns;
};

/// One of a question's words.
struct WordMatches {
  std::string word;  ///< Folded.
  std::string stem;
  float rarity = 0;                ///< Logarithm of how few databases name it; at least 0.
  std::vector<NameMatch> matches;  ///< By channel, then by falling strength.
};

}  // namespace sluice::inline v0

#endif
