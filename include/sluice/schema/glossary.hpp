#ifndef SLUICE_SCHEMA_GLOSSARY_HPP
#define SLUICE_SCHEMA_GLOSSARY_HPP

/// What words mean to the people who ask: names of their own for columns, tables and words of the
/// schema.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

/// One meaning of one term.
struct GlossaryEntry {
  std::string term;      ///< As the user spells it; it is heard in any of its words' forms.
  std::string meaning;   ///< "table.column", "database.table.column", or words of the schema.
  std::string database;  ///< Where it holds; empty: everywhere.
  Place place;           ///< Where it was read from.
};

/// Reads a glossary, of lines
///
///     client = customer, buyer     # words that the schema uses
///     revenue: orders.amount       # a column
///     [shop]                       # what follows holds in this database; [*]: in all again
///     wares = product
///
/// or, if the text begins with "{", of JSON: {"client": ["customer", "buyer"], "shop": {"wares":
/// "product"}}. Throws Error: malformed, with the line, for what is neither, is no UTF-8, or a term
/// or meaning without words; limit_exceeded beyond 200,000 entries, 8 words of a term or 200 bytes
/// of a meaning. O(size).
std::vector<GlossaryEntry> parse_glossary(std::string_view text, const std::string &source);

/// Entries resolved in one catalog. Immutable; any threads at once.
class Glossary {
 public:
  /// Throws Error: not_found, with the entry's place, for a database or column that is not there.
  /// O(entries × databases).
  Glossary(std::vector<GlossaryEntry> entries, const Catalog &catalog);

  /// An entry that a question uses.
  struct Use {
    const GlossaryEntry *entry = nullptr;
    std::optional<DatabaseId> database;              ///< Where it holds; nothing: everywhere.
    std::string words;                               ///< What its meaning adds to the question.
    const std::vector<ColumnId> *columns = nullptr;  ///< That it names; empty for words.
  };

  /// The entries whose terms are among the question's first 256 words in any form and letter case,
  /// in the order of the glossary; at most 32. O(words + entries that begin with one of them).
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

/// The question followed by the words that entries add to it which hold everywhere or in
/// `database`.
Question expanded(const Question &question, const std::vector<Glossary::Use> &uses,
                  std::optional<DatabaseId> database = {});
/// Databases that some of the entries hold in alone, by id.
std::vector<DatabaseId> scopes(const std::vector<Glossary::Use> &uses);

}  // namespace sluice

#endif
