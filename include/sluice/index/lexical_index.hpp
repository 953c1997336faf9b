#ifndef SLUICE_INDEX_LEXICAL_INDEX_HPP
#define SLUICE_INDEX_LEXICAL_INDEX_HPP

/// Postings over the names, descriptions and sample values of a hierarchy of objects, field by
/// field.
///
/// A posting belongs to the object whose text holds the term (a database, a table or a column), not
/// to a finished document. Documents of any granularity are put together while scoring, from what
/// the asker may see: hiding a column takes its words out of its table's document too.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/index/hierarchy.hpp"
#include "sluice/text/analyzer.hpp"

namespace sluice {

/// Where a term stands in an object's text.
enum class TextField : std::uint8_t {
  name,         ///< The readable name, or the original one where there is no other.
  implied,      ///< Words that the original name spells or means and the readable one lacks.
  description,  ///< What people say about it.
  values,       ///< A column's sample values.
};
inline constexpr std::size_t field_count = 4;

struct Posting {
  std::uint32_t object = 0;  ///< Its id among the objects of that level.
  std::uint16_t count = 0;   ///< Occurrences, at most 65,535.
  Level level = Level::database;
  TextField field = TextField::name;

  friend bool operator==(const Posting &, const Posting &) = default;
};

using FieldCounts = std::array<std::uint32_t, field_count>;

/// Postings that are kept elsewhere, by a server for example. Any threads at once.
class PostingSource {
 public:
  virtual ~PostingSource() = default;
  /// One list a term, each by level, then object, then field, and within the hierarchy's numbers;
  /// empty for an unknown term. Throws what reading throws.
  virtual std::vector<std::vector<Posting>> read(std::span<const std::string> terms) const = 0;
};

class LexicalIndex;

/// One database's part of an index, before and after a change that left the numbers of its tables
/// and of their columns as they were. Both are indexes of that database alone.
struct LexicalChange {
  DatabaseId database;
  std::shared_ptr<const LexicalIndex> before;
  std::shared_ptr<const LexicalIndex> after;
};

/// Immutable; any threads at once.
class LexicalIndex {
 public:
  /// Opens a segment file by mmap. Throws Error: not_found, malformed, unsupported, mismatch
  /// (another kind of file).
  static std::shared_ptr<const LexicalIndex> open(const std::string &path);
  /// An index whose postings are read from `source` when they are first asked for, and kept.
  /// `lengths`: by level, one an object. What asks for postings throws what reading them throws.
  /// Throws Error(mismatch) if a level has another number of lengths than of objects.
  static std::shared_ptr<const LexicalIndex> over(
      std::shared_ptr<const Hierarchy> hierarchy, AnalyzerOptions analyzer,
      std::uint64_t fingerprint, std::array<std::vector<FieldCounts>, level_count> lengths,
      std::shared_ptr<const PostingSource> source);

  /// The bytes of a segment file. Throws Error(unsupported) if the postings are kept elsewhere.
  std::string bytes() const;
  bool is_kept_elsewhere() const noexcept;
  /// The index after these changes, equal to one made anew in all that it answers and in its bytes.
  /// It shares with `index` what did not change. Throws Error(mismatch) if a part is not of the
  /// shape that the database has. O(occurrences of the terms that changed), and a copy of the
  /// lengths of levels that changed.
  static std::shared_ptr<const LexicalIndex> change(
      const std::shared_ptr<const LexicalIndex> &index, std::span<const LexicalChange> changes,
      std::uint64_t fingerprint);

  /// Where a term occurs, by level, then object, then field. Empty for an unknown term. O(log
  /// terms).
  std::span<const Posting> postings(std::string_view term) const;
  /// Reads at once what `postings` would read of these terms one by one. Nothing to do where all is
  /// at hand.
  void fetch(std::span<const std::string> terms) const;
  /// Visits every term with its postings, in order. Throws Error(unsupported) if they are kept
  /// elsewhere.
  void each_term(
      function_ref<void(std::string_view term, std::span<const Posting> postings)> visit) const;
  /// How many terms each field of each object of a level holds.
  std::span<const FieldCounts> lengths(Level level) const noexcept {
    return lengths_[static_cast<std::size_t>(level)];
  }

  const Hierarchy &hierarchy() const noexcept { return *hierarchy_; }
  const Analyzer &analyzer() const noexcept { return analyzer_; }
  /// For questions: the same, and function words are dropped, which stand in every question.
  Analyzer question_analyzer() const noexcept;
  /// Of what was indexed, as the builder was told.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Of postings that are kept elsewhere: those read so far.
  std::size_t term_count() const noexcept;

  LexicalIndex(const LexicalIndex &) = delete;
  LexicalIndex &operator=(const LexicalIndex &) = delete;
  ~LexicalIndex();

 private:
  friend class LexicalIndexBuilder;
  struct Storage;
  class Distant;
  LexicalIndex(std::shared_ptr<const Hierarchy> hierarchy, Analyzer analyzer,
               std::uint64_t fingerprint, std::unique_ptr<Storage> storage);
  template <class Visit>
  void each_own_term(Visit visit) const;
  std::span<const Posting> own_postings(std::string_view term) const;
  std::unique_ptr<Storage> flat() const;

  std::shared_ptr<const Hierarchy> hierarchy_;
  Analyzer analyzer_;
  std::uint64_t fingerprint_;
  std::unique_ptr<Storage> storage_;
  // Views of what the storage owns or maps.
  std::string_view terms_;
  std::span<const std::uint32_t> term_ends_;
  std::span<const std::uint32_t> posting_ends_;
  std::span<const Posting> postings_;
  std::array<std::span<const FieldCounts>, level_count> lengths_;
};

/// Takes texts in any order of objects and makes an index of them. One thread at a time.
class LexicalIndexBuilder {
 public:
  /// `fingerprint` names what is indexed.
  LexicalIndexBuilder(Hierarchy hierarchy, AnalyzerOptions analyzer, std::uint64_t fingerprint);
  ~LexicalIndexBuilder();

  /// Adds the terms of `text` to a field. O(text).
  void add(Level level, TextField field, std::size_t object, std::string_view text);
  /// Ends the builder. O(postings × log).
  std::shared_ptr<const LexicalIndex> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice

#endif
