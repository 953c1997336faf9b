#ifndef SLUICE_SRC_ROUTE_FEATURES_ABBREVIATIONS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_ABBREVIATIONS_HPP

/// Stems of a schema that abbreviate words: "acq" for "acquisition", "mdl" for "model". Questions
/// contain the full word, so no expansion has to be guessed.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "schema_stems.hpp"

namespace sluice::inline v0::route_detail {

/// A value type. Thread-safe.
class Abbreviations {
 public:
  /// Collects the stems that are not words themselves. O(stems).
  explicit Abbreviations(const SchemaStems &stems);
  /// An update of `before` for stems of which only `changed` (sorted) differ. O(abbreviations +
  /// changed).
  Abbreviations(const Abbreviations &before, const SchemaStems &stems,
                std::span<const StemId> changed);

  /// The abbreviations that may mean a folded word, in alphabetical order. Their strength is how
  /// often such letters abbreviate the word in the names and titles of training/. O(abbreviations
  /// with its first letter).
  std::vector<StemMatch> of(std::string_view folded_word) const;

 private:
  struct Abbreviation {
    std::string text;
    std::uint32_t letters = 0;  // one bit per letter
    StemId stem = 0;
  };

  void add(const std::string &surface, StemId stem);
  void sort();

  std::array<std::vector<Abbreviation>, 26> by_first_;  // in alphabetical order
};

}  // namespace sluice::inline v0::route_detail

#endif
