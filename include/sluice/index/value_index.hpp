#ifndef SLUICE_INDEX_VALUE_INDEX_HPP
#define SLUICE_INDEX_VALUE_INDEX_HPP

/// Which words of a question are values of which columns.
///
/// A value is found by its folded words in a row, whole, or by one of its words. One segment a
/// database; an index is a snapshot of segments, so that what changed is read again and the rest
/// shared. 16 bytes for each value of each column and for each word of values of several; 8 to 16
/// for each of these that differ in a database; its values once, as they are spelled. Over Spider's
/// databases, 36 bytes a value.

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

namespace sluice {

/// The values of one database. Immutable; any threads at once.
class ValueSegment {
 public:
  static constexpr std::size_t max_words = 6;  ///< Of a value; longer ones are left out.

  /// Entries for one key, by column.
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t column = 0;  ///< Its position among the database's columns.
    std::uint32_t text = 0;    ///< Which of the different values.
  };

  const std::vector<Entry> &entries() const noexcept { return entries_; }
  std::string_view text(const Entry &entry) const noexcept {
    const std::uint32_t start = entry.text == 0 ? 0 : text_ends_[entry.text - 1];
    return std::string_view(texts_).substr(start, text_ends_[entry.text] - start);
  }
  /// How many values columns have, each counted once a column.
  std::size_t values() const noexcept;
  std::size_t bytes() const noexcept;

  /// What is left where only these columns are there, as if nothing else had ever been added; the
  /// first of them is column 0 of the new one, and so on. `columns`: ascending. O(entries).
  std::shared_ptr<const ValueSegment> restricted_to(std::span<const std::uint32_t> columns) const;

 private:
  friend class ValueSegmentBuilder;
  void shrink();

  std::vector<Entry> entries_;  // by key, then column
  std::string texts_;
  std::vector<std::uint32_t> text_ends_;
  std::vector<std::uint32_t> values_;  // by column, up to the last that has any
};

/// Takes the values of one database in any order. One thread at a time. The same values in the same
/// order give the same segment.
class ValueSegmentBuilder {
 public:
  ValueSegmentBuilder();
  ~ValueSegmentBuilder();

  /// Passed over: values without words or of too many, single digits and pairs of them, and what
  /// does not fit: 4 GiB of text at most. O(value).
  void add(std::size_t column, std::string_view value);
  /// Ends the builder. O(entries × log).
  std::shared_ptr<const ValueSegment> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ValuePlace {
  DatabaseId database;
  ColumnId column;
  std::string_view value;  ///< As the database spells it; valid while the index lives.
};

/// Words of a question, in a row, that are a value somewhere.
struct ValueRun {
  std::size_t first = 0;           ///< Of the question's words.
  std::size_t words = 0;           ///< How many, at least 1.
  bool is_whole = false;           ///< All words of the values; else a word among others.
  bool is_marked = false;          ///< Quoted, or capitalized inside the question.
  bool is_number = false;          ///< Digits only.
  float rarity = 0;                ///< ln(1 + databases / those that hold it), visible ones only.
  std::vector<ValuePlace> places;  ///< By column, each once.
};

struct QuestionValues {
  Question question;
  std::vector<ValueRun> runs;  ///< Longer ones first, then in order; they do not overlap.
};

/// A snapshot. Immutable; any threads at once.
class ValueIndex {
 public:
  static constexpr std::size_t max_question_words = 64;

  /// By database: its segment, nullptr where there is none, and the id of its first column.
  /// `fingerprint`: of the catalog that ids are of. O(entries).
  ValueIndex(std::vector<std::shared_ptr<const ValueSegment>> segments,
             std::vector<ColumnId> first_columns, std::uint64_t fingerprint);

  /// Looks up the question's first 64 words: runs of up to six as whole values, the longest first,
  /// then single marked words as parts of values. A stop word alone is none; neither is a word of
  /// less than three letters, unless it is marked. What `seen` hides is as if it were not there.
  /// O(words) look-ups, each about O(1 + places).
  QuestionValues match(const Question &question, std::optional<Visibility> seen = {}) const;

  const std::vector<std::shared_ptr<const ValueSegment>> &segments() const noexcept {
    return segments_;
  }
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  std::size_t values() const noexcept;
  std::size_t bytes() const noexcept;

 private:
  /// Which databases may have a key: those with an entry of its tag.
  struct Holder {
    std::uint32_t tag = 0;
    std::uint32_t database = 0;
  };

  std::vector<ValuePlace> find(std::uint64_t key, std::optional<Visibility> seen) const;

  std::vector<std::shared_ptr<const ValueSegment>> segments_;
  std::vector<ColumnId> first_columns_;
  std::uint64_t fingerprint_;
  unsigned shift_ = 63;                 // of a key, to its bucket
  std::vector<std::uint32_t> buckets_;  // where each begins, one more at the end
  std::vector<Holder> holders_;         // by bucket, then database
};

}  // namespace sluice

#endif
