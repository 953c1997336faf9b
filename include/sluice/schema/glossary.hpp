#ifndef SLUICE_SCHEMA_GLOSSARY_HPP
#define SLUICE_SCHEMA_GLOSSARY_HPP

/// A glossary of the users' words: terms for columns, tables and words of the schema.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// One meaning of one term.
struct GlossaryEntry {
  std::string term;      ///< As users write it; inflected forms match too.
  std::string meaning;   ///< "table.column", "database.table.column", or words of the schema.
  std::string database;  ///< Where the entry applies; empty: everywhere.
  Place place;           ///< Where the entry was read from.
};

/// Parses a glossary. Each line is an entry:
///
///     client = customer, buyer     # words that the schema uses
///     revenue: orders.amount       # a column
///     [shop]                       # the following entries apply to this database; [*]: to all
///     again wares = product
///
/// If the text begins with "{", it is JSON instead: {"client": ["customer", "buyer"], "shop":
/// {"wares": "product"}}. Throws Error: malformed, with the line, if the text has neither form or
/// is not UTF-8, or if a term or meaning has no words; limit_exceeded beyond 200,000 entries, 8
/// words per term or 200 bytes per meaning. O(size).
std::vector<GlossaryEntry> parse_glossary(std::string_view text, const std::string &source);

/// A glossary resolved against one catalog. Immutable. Thread-safe.
class Glossary {
 public:
  /// Throws Error(not_found), with the entry's place, if a database or column does not exist.
  /// O(entries × databases).
  Glossary(std::vector<GlossaryEntry> entries, const Catalog &catalog);

  /// An entry whose term occurs in a question.
  struct Use {
    const GlossaryEntry *entry = nullptr;
    std::optional<DatabaseId> database;              ///< Where the entry applies; nullopt:
                                                     ///< everywhere.
    std::string words;                               ///< Words that the meaning adds to the
                                                     ///< question.
    const std::vector<ColumnId> *columns = nullptr;  ///< Columns that the meaning names; empty if
                                                     ///< it is words.
  };

  /// Entries whose terms occur in the question's first 256 words, ignoring letter case and
  /// inflection, in the order of the glossary; at most 32. O(words + entries whose term begins with
  /// one of them).
  std::vector<Use> uses(const Question &question) const;

  std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Resolved {
    std::vector<std::string> stems;  // of the term
    std::string words;
    std::optional<DatabaseId> database;
    std::vector<ColumnId> columns;
  };

  std::vector<GlossaryEntry> entries_;
  std::vector<Resolved> resolved_;                                  // by entry
  std::vector<std::pair<std::string, std::size_t>> by_first_stem_;  // sorted; entries
};

/// The question followed by the words of those entries that apply everywhere or in `database`.
Question expanded(const Question &question, const std::vector<Glossary::Use> &uses,
                  std::optional<DatabaseId> database = {});
/// Databases that at least one of the entries is restricted to, by id.
std::vector<DatabaseId> scopes(const std::vector<Glossary::Use> &uses);

}  // namespace sluice::inline v0

#endif
