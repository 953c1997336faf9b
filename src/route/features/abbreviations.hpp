#ifndef SLUICE_SRC_ROUTE_FEATURES_ABBREVIATIONS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_ABBREVIATIONS_HPP

/// Stems of a schema that shorten what people write in full: "acq" of "acquisition", "mdl" of
/// "model". Whoever asks writes the whole word, so that none has to be guessed.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "schema_stems.hpp"

namespace sluice::inline v0::detail {

/// A value. Any threads at once.
class Abbreviations {
 public:
  /// Of the stems that are no words themselves. O(stems).
  explicit Abbreviations(const SchemaStems &stems);
  /// Those of stems that are the same as before, but for some. O(abbreviations + changed).
  Abbreviations(const Abbreviations &before, const SchemaStems &stems,
                std::span<const StemId> changed);

  /// Those that may stand for a folded word, in the order of their letters, with how often such
  /// letters of a word do in the names and titles of training/. O(abbreviations of its first
  /// letter).
  std::vector<StemMatch> of(std::string_view folded_word) const;

 private:
  struct Abbreviation {
    std::string text;
    std::uint32_t letters = 0;  // a bit each
    StemId stem = 0;
  };

  void add(const std::string &surface, StemId stem);
  void sort();

  std::array<std::vector<Abbreviation>, 26> by_first_;  // in the order of their letters
};

}  // namespace sluice::inline v0::detail

#endif
