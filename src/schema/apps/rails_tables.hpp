#ifndef SLUICE_SRC_SCHEMA_APPS_RAILS_TABLES_HPP
#define SLUICE_SRC_SCHEMA_APPS_RAILS_TABLES_HPP

/// The tables of a schema.rb, from the calls in it.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ruby_call.hpp"
#include "schema/load/source_problems.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Sets the name of a table, and its qualifier where it is "schema.table".
void set_rails_name(TableDefinition &table, std::string_view name);

/// Not thread-safe.
class RailsTables {
 public:
  explicit RailsTables(SourceProblems &problems) : problems_(problems) {}

  /// Applies one call; those of other things are ignored. Lines count from 1.
  void apply(const RubyCall &call, std::size_t line);

  /// The tables, with the keys between them. Ends the object's life.
  DatabaseDefinition take();

 private:
  struct PrimaryKey {
    std::size_t table;
    std::vector<std::string> columns;
    std::size_t line;
  };
  struct Reference {
    std::string table;
    std::string referenced_table;
    std::vector<std::string> columns;             ///< Empty: named after the table.
    std::vector<std::string> referenced_columns;  ///< Empty: the primary key.
    std::size_t line;
  };
  /// SQL that limits the values of a table's columns.
  struct Check {
    std::size_t table;
    std::string sql;
  };

  void add_table(const RubyCall &call);
  void add_key_column(std::size_t table, std::string name, const RubyValue *id);
  void add_columns(const RubyCall &call);
  void add_references(const RubyCall &call);
  void add_column(std::size_t table, std::string name, std::string_view type, const RubyCall &call);

  void resolve(const PrimaryKey &key);
  void resolve(const Reference &reference);
  void resolve(const Check &check);
  void add_enumerations();
  /// The table whose name is, or is the plural of, `name`.
  std::optional<std::size_t> find_table(const std::string &name) const;
  std::optional<std::size_t> find_column(std::size_t table, const std::string &name) const;
  /// Of several columns; nullopt if one is not defined.
  std::optional<std::vector<std::size_t>> find_columns(std::size_t table,
                                                       const std::vector<std::string> &names) const;
  /// The column that Rails expects to refer to a table of that name.
  std::optional<std::vector<std::size_t>> default_column(std::size_t table,
                                                         std::string_view referenced) const;

  SourceProblems &problems_;
  DatabaseDefinition database_;
  std::optional<sql::Dialect> dialect_;
  std::unordered_map<std::string, std::size_t> tables_;                // as written
  std::vector<std::unordered_map<std::string, std::size_t>> columns_;  // by table
  std::unordered_map<std::string, std::vector<std::string>> enumerations_;
  std::vector<PrimaryKey> primary_keys_;
  std::vector<Reference> references_;
  std::vector<Check> checks_;
  std::optional<std::size_t> open_table_;  // whose block is open
  std::string open_name_;
  std::size_t line_ = 0;
};

}  // namespace sluice::inline v0::schema_detail

#endif
