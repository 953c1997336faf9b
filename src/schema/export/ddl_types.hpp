#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_TYPES_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_TYPES_HPP

/// The types of a database's columns in the words of a dialect.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

struct DdlColumnType {
  std::string text;           ///< Empty in SQLite only, which needs no types.
  bool lists_values = false;  ///< The type says which values there are.
  std::string remark = {};    ///< What the type does not say; may be empty.
};

/// Types are written as they are in the database's own dialect, and translated into others where
/// they are known. The database must outlive this. Not thread-safe.
class DdlTypes {
 public:
  DdlTypes(const Database &database, sql::Dialect target);

  /// One type per column of the table; those of nested fields are empty, because the columns that
  /// they are in name them. O(columns).
  std::vector<DdlColumnType> of_table(std::size_t table);

  struct Enumeration {
    std::string name;
    std::span<const std::string_view> values;
  };
  /// Types that a script has to create first: of the tables that were written so far.
  std::span<const Enumeration> enumerations() const noexcept { return enumerations_; }
  /// Types that are neither known nor created.
  std::span<const std::string> undefined() const noexcept { return undefined_; }

  bool in_key(const Table &table, std::size_t column) const {
    return in_key_[table.first_column + column];
  }

 private:
  struct Fields;
  DdlColumnType of_column(const Table &table, std::size_t column, const Fields &fields);
  DdlColumnType same(const Column &column);
  bool can_be_copied(std::string_view type) const;
  DdlColumnType translated(const Table &table, std::size_t column, const Fields &fields);
  std::string structure(const Table &table, std::size_t column, const Fields &fields, int depth);
  std::string enumeration(std::string_view word, const Column &column) const;
  std::string text_type(bool is_key) const;
  void note_user_type(const Column &column);

  const Database &database_;
  sql::Dialect target_;
  bool is_same_;
  std::vector<bool> in_key_;  // by position in the database
  std::vector<Enumeration> enumerations_;
  std::unordered_map<std::string, std::size_t> enumeration_places_;
  std::vector<std::string> undefined_;
  std::unordered_set<std::string> known_undefined_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
