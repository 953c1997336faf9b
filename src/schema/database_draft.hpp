#ifndef SLUICE_SRC_SCHEMA_DATABASE_DRAFT_HPP
#define SLUICE_SRC_SCHEMA_DATABASE_DRAFT_HPP

/// A definition whose keys and origins name tables and columns that may be added later.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// See DatabaseBuilder and TableBuilder. Tables have positions. Not thread-safe.
class DatabaseDraft {
 public:
  explicit DatabaseDraft(DatabaseDefinition definition);

  const std::string &name() const noexcept { return definition_.name; }
  std::size_t table_count() const noexcept { return tables_.size(); }
  void add_table(TableDefinition table);

  void add_column(std::size_t table, ColumnDefinition column);
  void add_primary_key(std::size_t table, std::vector<std::string> columns);

  struct NamedKey {
    std::size_t table = 0;
    std::vector<std::string> columns;
    std::string referenced_table;
    std::vector<std::string> referenced_columns;  // empty: those of the primary key
    KeyEvidence evidence = KeyEvidence::declared;
  };
  void add_foreign_key(NamedKey key);

  struct NamedOrigin {
    std::size_t table = 0;
    std::string column;
    std::string source_table;
    std::string source_column;
  };
  void add_origin(NamedOrigin origin);

  /// The definition with positions for all names. Throws Error: not_found, invalid_argument.
  DatabaseDefinition definition() const;

 private:
  using Positions = std::unordered_map<std::string, std::size_t>;

  struct TableNames {
    Positions columns;
    std::vector<std::string> primary_key;  // if it was added by names
  };
  class Finder;

  /// What part of a table something is said about.
  std::string part_of(std::size_t table, std::string_view part) const;

  DatabaseDefinition definition_;
  std::vector<TableNames> tables_;  // by position
  Positions positions_;             // of tables, by name with qualifier
  std::vector<NamedKey> keys_;
  std::vector<NamedOrigin> origins_;
};

/// Appends an item, and removes it again if `then()` throws.
template <class Items, class Item, class Then>
void append_then(Items &items, Item &&item, Then then) {
  items.push_back(std::forward<Item>(item));
  try {
    then();
  } catch (...) {
    items.pop_back();
    throw;
  }
}

}  // namespace sluice::inline v0::schema_detail

#endif
