#ifndef SLUICE_SRC_ROUTE_SCHEMA_WORDS_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_WORDS_HPP

/// The words that a catalog's names are made of, and where each stands.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// A word of the vocabulary.
using SchemaWordId = Id<struct SchemaWordTag>;

/// Where a word stands: in a column's readable name, or, without a column, in its table's.
struct WordPlace {
  static constexpr std::uint32_t no_column = UINT32_MAX;
  TableId table;
  std::uint32_t column = no_column;  ///< A ColumnId's value.
};

/// Words of the readable names of tables and columns, each form for itself: so what one place
/// spells changes nothing for another. Immutable; any threads at once.
class SchemaWords {
 public:
  /// O(text).
  explicit SchemaWords(const Catalog &catalog);

  std::size_t size() const noexcept { return words_.size(); }
  /// The word, folded.
  std::string_view word(SchemaWordId id) const noexcept { return words_[id.index()].word; }
  std::string_view stem(SchemaWordId id) const noexcept { return words_[id.index()].stem; }
  /// In the order of tables; a table's own name before its columns.
  std::span<const WordPlace> places(SchemaWordId id) const noexcept {
    return words_[id.index()].places;
  }
  /// All words of a stem, in order of ids. O(log words).
  std::span<const SchemaWordId> with_stem(std::string_view stem) const noexcept;

 private:
  struct Word {
    std::string word;
    std::string stem;
    std::vector<WordPlace> places;
  };
  std::vector<Word> words_;
  std::vector<SchemaWordId> by_stem_;
};

}  // namespace sluice::inline v0

#endif
