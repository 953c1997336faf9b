#ifndef SLUICE_SRC_ROUTE_SCHEMA_WORDS_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_WORDS_HPP

/// The words in the names of a catalog, and where each occurs.

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

/// Where a word occurs: in a column's readable name or, without a column, in its table's.
struct WordPlace {
  static constexpr std::uint32_t no_column = UINT32_MAX;
  TableId table;
  std::uint32_t column = no_column;  ///< A ColumnId's value.
};

/// The words of the readable names of tables and columns. Forms of a word are separate entries, so
/// that the spelling in one place does not affect another. Immutable. Thread-safe.
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
