#ifndef SLUICE_INDEX_VALUE_INDEX_HPP
#define SLUICE_INDEX_VALUE_INDEX_HPP

/// Finds the words of a question that are values of columns.
///
/// A value matches by all its folded words in sequence, or by one of them. There is one segment per
/// database; an index is a snapshot of segments, so only changed databases are read again and the
/// others are shared. Memory: 16 bytes per value of each column and per word of each multi-word
/// value; 8 to 16 bytes per distinct one of these in a database; and the text of each distinct
/// value once. On Spider's databases, 36 bytes per value.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/visibility.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// The values of one database. Immutable. Thread-safe.
class ValueSegment {
 public:
  static constexpr std::size_t max_words = 6;  ///< Limit per value; longer values are skipped.

  /// Entries for one key, by column.
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t column = 0;  ///< Its position among the database's columns.
    std::uint32_t text = 0;    ///< Number of the distinct text.
  };

  const std::vector<Entry> &entries() const noexcept { return entries_; }
  std::string_view text(const Entry &entry) const noexcept {
    const std::uint32_t start = entry.text == 0 ? 0 : text_ends_[entry.text - 1];
    return std::string_view(texts_).substr(start, text_ends_[entry.text] - start);
  }
  /// Number of distinct values per column, summed over all columns.
  std::size_t values() const noexcept;
  std::size_t bytes() const noexcept;

  /// The segment for a subset of the columns, as if no others had ever been added. `columns` is
  /// ascending; its first element becomes column 0, and so on. O(entries).
  std::shared_ptr<const ValueSegment> restricted_to(std::span<const std::uint32_t> columns) const;

 private:
  friend class ValueSegmentBuilder;
  void shrink();

  std::vector<Entry> entries_;  // by key, then column
  std::string texts_;
  std::vector<std::uint32_t> text_ends_;
  std::vector<std::uint32_t> values_;  // by column, up to the last one with values
};

/// Collects the values of one database, in any order. The same values in the same order give the
/// same segment. Not thread-safe.
class ValueSegmentBuilder {
 public:
  ValueSegmentBuilder();
  ~ValueSegmentBuilder();

  /// Skips values without words or with too many, numbers of one or two digits, and values beyond 4
  /// GiB of text in total. O(value).
  void add(std::size_t column, std::string_view value);
  /// Finishes the segment; the builder must not be used afterwards. O(entries × log).
  std::shared_ptr<const ValueSegment> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ValuePlace {
  DatabaseId database;
  ColumnId column;
  std::string_view value;  ///< As spelled in the database; valid while the index lives.
};

/// Consecutive words of a question that match a value.
struct ValueRun {
  std::size_t first = 0;           ///< Position of the first word.
  std::size_t words = 0;           ///< Number of words, at least 1.
  bool is_whole = false;           ///< Whether the words are complete values, or one word of longer
                                   ///< values.
  bool is_marked = false;          ///< Quoted, or capitalized inside the question.
  bool is_number = false;          ///< Digits only.
  float rarity = 0;                ///< ln(1 + databases / databases with the value), visible ones
                                   ///< only.
  std::vector<ValuePlace> places;  ///< Ordered by column, each column once.
};

struct QuestionValues {
  Question question;
  /// By descending length, then by position; without overlaps. At most
  /// ValueIndex::max_question_words. A word in a script without spaces may have several runs, as it
  /// may contain several values.
  std::vector<ValueRun> runs;
};

/// A snapshot of segments. Immutable. Thread-safe.
class ValueIndex {
 public:
  static constexpr std::size_t max_question_words = 64;

  /// `segments` and `first_columns` are indexed by database: its segment, or nullptr, and the id of
  /// its first column. `fingerprint` is that of the catalog that the ids belong to. O(entries).
  ValueIndex(std::vector<std::shared_ptr<const ValueSegment>> segments,
             std::vector<ColumnId> first_columns, std::uint64_t fingerprint);

  /// Looks up the question's first 64 words: first sequences of up to six words as complete values,
  /// the longest first, then single marked words as parts of values. Skips single stop words, and
  /// words of fewer than three letters unless they are marked. Inside other words in scripts
  /// without spaces, such as Chinese, complete values of up to 24 characters are found, the longest
  /// first. Objects hidden by `seen` do not affect the result. O(words + unspaced characters)
  /// lookups, each about O(1 + places).
  QuestionValues match(const Question &question, std::optional<Visibility> seen = {}) const;

  const std::vector<std::shared_ptr<const ValueSegment>> &segments() const noexcept {
    return segments_;
  }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  std::size_t values() const noexcept;
  std::size_t bytes() const noexcept;

 private:
  /// A database that may have a key, since it has an entry with the key's tag.
  struct Holder {
    std::uint32_t tag = 0;
    std::uint32_t database = 0;
  };

  std::vector<ValuePlace> find(std::uint64_t key, std::optional<Visibility> seen) const;

  std::vector<std::shared_ptr<const ValueSegment>> segments_;
  std::vector<ColumnId> first_columns_;
  std::uint64_t fingerprint_;
  unsigned shift_ = 63;                 // from a key to its bucket
  std::vector<std::uint32_t> buckets_;  // start of each bucket, and one more at the end
  std::vector<Holder> holders_;         // by bucket, then database
};

}  // namespace sluice::inline v0

#endif
