#ifndef SLUICE_INDEX_LEXICAL_INDEX_HPP
#define SLUICE_INDEX_LEXICAL_INDEX_HPP

/// Postings over the names, descriptions and values of a hierarchy of objects, by field.
///
/// A posting refers to the object whose text contains the term (a database, a table or a column),
/// not to a finished document. Documents of any granularity are assembled during scoring from the
/// objects that the caller may see: hiding a column also removes its words from its table's
/// document.

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

namespace sluice::inline v0 {

/// The part of an object's text that contains a term.
enum class TextField : std::uint8_t {
  name,         ///< The readable name, or the original name if there is no other.
  implied,      ///< Words that the original name spells or implies and the readable name lacks.
  description,  ///< A human-written description.
  values,       ///< A column's sample values and allowed values.
};
inline constexpr std::size_t field_count = 4;

/// Whether a field says what the object is called; the others are texts about it.
constexpr bool is_of_name(TextField field) noexcept {
  return field == TextField::name || field == TextField::implied;
}

struct Posting {
  std::uint32_t object = 0;  ///< Id of the object within its level.
  std::uint16_t count = 0;   ///< Number of occurrences, at most 65,535.
  Level level = Level::database;
  TextField field = TextField::name;

  friend bool operator==(const Posting &, const Posting &) = default;
};

using FieldCounts = std::array<std::uint32_t, field_count>;

/// Postings that are stored externally, for example on a server. Thread-safe.
class PostingSource {
 public:
  virtual ~PostingSource() = default;
  /// Returns one list per term, empty for an unknown term. Each list is ordered by level, then
  /// object, then field, with objects within the hierarchy. Throws any error of reading.
  virtual std::vector<std::vector<Posting>> read(std::span<const std::string> terms) const = 0;
};

class LexicalIndex;

/// A change of one database that kept the ids of its tables and columns. `before` and `after` are
/// indexes of that database alone.
struct LexicalChange {
  DatabaseId database;
  std::shared_ptr<const LexicalIndex> before;
  std::shared_ptr<const LexicalIndex> after;
};

/// Immutable. Thread-safe.
class LexicalIndex {
 public:
  /// Opens a segment file by mmap. Throws Error: not_found, malformed, unsupported, mismatch
  /// (another kind of file).
  static std::shared_ptr<const LexicalIndex> open(const std::string &path);
  /// An index whose postings are read from `source` on first use and cached. `lengths`: by level,
  /// one entry per object. Functions that need postings throw the errors of reading them. Throws
  /// Error(mismatch) if the number of lengths and of objects differ on a level.
  static std::shared_ptr<const LexicalIndex> over(
      std::shared_ptr<const Hierarchy> hierarchy, AnalyzerOptions analyzer,
      std::uint64_t fingerprint, std::array<std::vector<FieldCounts>, level_count> lengths,
      std::shared_ptr<const PostingSource> source);

  /// The bytes of a segment file. Throws Error(unsupported) if the postings are external.
  std::string bytes() const;
  bool has_external_postings() const noexcept;
  /// The index after `changes`. Its answers and bytes are equal to those of an index built from
  /// scratch; unchanged parts are shared with `index`. Throws Error(mismatch) if a part does not
  /// have the shape of its database. O(occurrences of the changed terms), plus a copy of the
  /// lengths of changed levels.
  static std::shared_ptr<const LexicalIndex> change(
      const std::shared_ptr<const LexicalIndex> &index, std::span<const LexicalChange> changes,
      std::uint64_t fingerprint);

  /// The occurrences of a term, ordered by level, then object, then field. Empty for an unknown
  /// term. O(log terms).
  std::span<const Posting> postings(std::string_view term) const;
  /// Reads the postings of several terms in one batch. Has no effect if they are already in memory.
  void fetch(std::span<const std::string> terms) const;
  /// Visits every term with its postings, in order. Throws Error(unsupported) if the postings are
  /// external.
  void each_term(
      function_ref<void(std::string_view term, std::span<const Posting> postings)> visit) const;
  /// Number of terms in each field of each object of a level.
  std::span<const FieldCounts> lengths(Level level) const noexcept {
    return lengths_[static_cast<std::size_t>(level)];
  }

  const Hierarchy &hierarchy() const noexcept { return *hierarchy_; }
  const Analyzer &analyzer() const noexcept { return analyzer_; }
  /// The analyzer for questions: the same, but it drops function words, which occur in every
  /// question.
  Analyzer question_analyzer() const noexcept;
  /// Fingerprint of the indexed content, as passed to the builder.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Number of terms; for external postings, only those read so far.
  std::size_t term_count() const noexcept;

  LexicalIndex(const LexicalIndex &) = delete;
  LexicalIndex &operator=(const LexicalIndex &) = delete;
  ~LexicalIndex();

 private:
  friend class LexicalIndexBuilder;
  struct Storage;
  class ExternalPostings;
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
  // Views into the storage.
  std::string_view terms_;
  std::span<const std::uint32_t> term_ends_;
  std::span<const std::uint32_t> posting_ends_;
  std::span<const Posting> postings_;
  std::array<std::span<const FieldCounts>, level_count> lengths_;
};

/// Builds an index from texts, which may arrive in any order of objects. Not thread-safe.
class LexicalIndexBuilder {
 public:
  /// `fingerprint` identifies the indexed content.
  LexicalIndexBuilder(Hierarchy hierarchy, AnalyzerOptions analyzer, std::uint64_t fingerprint);
  ~LexicalIndexBuilder();

  /// Adds the terms of `text` to a field. O(text).
  void add(Level level, TextField field, std::size_t object, std::string_view text);
  /// Finishes the index; the builder must not be used afterwards. O(postings × log).
  std::shared_ptr<const LexicalIndex> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
