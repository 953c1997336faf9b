#include "abbreviations.hpp"

#include <algorithm>
#include <cstddef>

#include "route/schema_names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::route_detail {
namespace {

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

std::size_t letter_of(std::string_view text) {
  return static_cast<std::size_t>(text.front() - 'a');
}
std::uint32_t bit_of(char letter) { return 1U << static_cast<unsigned>(letter - 'a'); }

/// The set of the text's letters as bits; 0 if it contains anything else.
std::uint32_t letters_of(std::string_view text) {
  std::uint32_t letters = 0;
  for (const char c : text) {
    if (!is_ascii_lower(c)) return 0;
    letters |= bit_of(c);
  }
  return letters;
}

bool is_scattered_in(std::string_view letters, std::string_view word) {
  std::size_t next = 0;
  for (const char c : word) next += next < letters.size() && letters[next] == c ? 1 : 0;
  return next == letters.size();
}

std::string without_vowels(std::string_view word) {
  std::string left(word.substr(0, 1));
  for (const char c : word.substr(1)) {
    if (!is_vowel(c)) left += c;
  }
  return left;
}

/// How often letters that occur in a word in this order abbreviate it if both are in one database;
/// 0 if too rarely.
float probability(std::string_view letters, std::string_view word) {
  const std::string consonants = without_vowels(word);
  const bool is_long = letters.size() > 3;
  if (letters == consonants) return 0.95F;
  if (word.starts_with(letters)) return 0.9F;
  if (consonants.starts_with(letters)) return is_long ? 0.95F : 0.6F;
  if (letters.back() == word.back()) return 0.85F;
  if (std::ranges::none_of(letters.substr(1), is_vowel)) return 0.6F;
  return is_long ? 0.9F : 0;
}

}  // namespace

void Abbreviations::add(const std::string &surface, StemId stem) {
  constexpr std::size_t min_size = 3, max_size = 7;  // two letters match by chance
  if (surface.size() < min_size || surface.size() > max_size) return;
  const std::uint32_t letters = letters_of(surface);
  if (letters != 0 && !is_word(surface))
    by_first_[letter_of(surface)].push_back({surface, letters, stem});
}

void Abbreviations::sort() {
  for (auto &of_letter : by_first_) std::ranges::sort(of_letter, {}, &Abbreviation::text);
}

Abbreviations::Abbreviations(const SchemaStems &stems) {
  for (std::size_t s = 0; s < stems.size(); ++s) add(stems[s].surface, static_cast<StemId>(s));
  sort();
}

Abbreviations::Abbreviations(const Abbreviations &before, const SchemaStems &stems,
                             std::span<const StemId> changed)
    : Abbreviations(before) {
  for (auto &of_letter : by_first_) {
    std::erase_if(of_letter, [changed](const Abbreviation &of) {
      return std::ranges::binary_search(changed, of.stem);
    });
  }
  for (const StemId stem : changed) add(stems[stem].surface, stem);
  sort();
}

std::vector<StemMatch> Abbreviations::of(std::string_view folded_word) const {
  constexpr std::size_t min_word_size = 5, min_letters_omitted = 2;
  std::vector<StemMatch> found;
  const std::uint32_t letters = letters_of(folded_word);
  if (letters == 0 || folded_word.size() < min_word_size) return found;
  for (const Abbreviation &of : by_first_[letter_of(folded_word)]) {
    if ((of.letters & ~letters) != 0 || of.text.size() + min_letters_omitted > folded_word.size() ||
        !is_scattered_in(of.text, folded_word)) {
      continue;
    }
    const float strength = probability(of.text, folded_word);
    if (strength > 0) found.push_back({of.stem, strength});
  }
  return found;
}

}  // namespace sluice::inline v0::route_detail
