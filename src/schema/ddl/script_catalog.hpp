#ifndef SLUICE_SRC_SCHEMA_DDL_SCRIPT_CATALOG_HPP
#define SLUICE_SRC_SCHEMA_DDL_SCRIPT_CATALOG_HPP

/// The schema that the statements of a script define, in their order.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "name_parts.hpp"
#include "script_types.hpp"
#include "sluice/schema/definition.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

struct ScriptColumn {
  std::string name;   ///< As the engine stores it.
  std::string title;  ///< As written, if that shows where words begin and `name` does not.
  sql::DdlColumn definition;
  std::vector<std::string> samples;
};

struct ScriptTable {
  NameParts name;
  std::string title;
  TableKind kind = TableKind::table;
  bool is_dropped = false;
  bool in_used_database = false;  ///< Its first part is the database of a USE.
  std::string comment;
  std::vector<ScriptColumn> columns;
  std::vector<std::string> primary_key;
  std::vector<sql::DdlForeignKey> foreign_keys;
  /// Old and new names; a foreign key may have been written with the old one.
  std::vector<std::pair<std::string, std::string>> renamed_columns;
  std::optional<std::size_t> parent;          ///< The table that it is a partition of.
  std::shared_ptr<const std::string> source;  ///< See sql::CreateView.
  std::string_view query;      ///< Of a view, and of a table that is made from a query.
  bool from_query = false;     ///< Its columns are those of the query.
  bool lists_columns = false;  ///< They are listed, too.
  std::string query_schema;    ///< Where the query's names without a qualifier belong.
  std::size_t script = 0;
  std::size_t line = 0;
};

/// Something that was not read.
struct ScriptProblem {
  std::size_t script = 0;  ///< Its number, in the order of `begin_script`.
  std::size_t line = 0;
  std::string reason;
};

/// Names are resolved as the engine of the dialect does; everything that is not understood becomes
/// a problem. Not thread-safe.
class ScriptCatalog {
 public:
  ScriptCatalog(sql::Dialect dialect, std::size_t samples, std::size_t max_sample_bytes)
      : dialect_(dialect),
        samples_(samples),
        max_sample_bytes_(max_sample_bytes),
        types_(dialect) {}

  void apply(sql::DdlStatement &&statement, std::size_t line);
  /// The statements that follow are those of the next script. Its text must outlive the catalog.
  void begin_script();

  /// In the order of the script; those that were dropped again are marked.
  std::vector<ScriptTable> &tables() noexcept { return tables_; }
  const ScriptTypes &types() const noexcept { return types_; }
  /// The table that a name refers to from another table.
  std::optional<std::size_t> find(const sql::QualifiedName &name, const ScriptTable &from) const;
  /// The name as the engine stores it.
  std::string stored(const sql::NamePart &part) const;

  sql::Dialect dialect() const noexcept { return dialect_; }
  const std::string &comment() const noexcept { return database_comment_; }
  std::vector<ScriptProblem> &problems() noexcept { return problems_; }

 private:
  void apply(sql::CreateTable &statement);
  void apply(sql::CreateView &statement);
  void apply(sql::CreateType &statement);
  void apply(sql::AlterTable &statement);
  void apply(sql::AlterType &statement);
  void apply(sql::DropObject &statement);
  void apply(sql::SetComment &statement);
  void apply(sql::UseNamespace &statement);
  void apply(sql::InsertRows &statement);
  void apply(sql::SkippedStatement &statement);

  void change(ScriptTable &table, sql::AddColumn &change);
  void change(ScriptTable &table, sql::ChangeColumn &change);
  void change(ScriptTable &table, sql::DropColumn &change);
  void change(ScriptTable &table, sql::RenameColumn &change);
  void change(ScriptTable &table, sql::AddPrimaryKey &change);
  void change(ScriptTable &table, sql::DropConstraint &change);
  void change(ScriptTable &table, sql::DdlForeignKey &change);
  void change(ScriptTable &table, sql::AddAllowedValues &change);
  void change(ScriptTable &table, sql::RenameTable &change);
  void change(ScriptTable &table, sql::AttachPartition &change);
  void change(ScriptTable &table, sql::InheritFrom &change);
  void change(ScriptTable &table, sql::SetTableComment &change);

  /// Of the parts of a name, or of several names.
  NameParts stored(const std::vector<sql::NamePart> &names) const;
  ScriptColumn stored(sql::DdlColumn &&column) const;
  NameParts complete(const sql::QualifiedName &name, bool &in_used_database) const;
  std::string current_schema() const;
  ScriptTable *find(const sql::QualifiedName &name);
  std::optional<std::size_t> find(const NameParts &name, const NameParts &beside) const;
  std::string key_of(const NameParts &name) const;
  std::optional<std::size_t> find_same(const NameParts &name) const;
  ScriptTable &add(NameParts name);
  void copy_columns(ScriptTable &table, const sql::QualifiedName &from, bool with_key);
  void add_columns(ScriptTable &table, std::vector<sql::DdlColumn> &&columns);
  bool is_inside(std::size_t table, std::size_t parent) const;
  void make_partition(ScriptTable &table, const sql::QualifiedName &parent);
  void allow(ScriptTable &table, const sql::DdlAllowedValues &allowed);
  void report(std::string reason);
  bool is_ignored(const sql::QualifiedName &name) const;

  sql::Dialect dialect_;
  std::size_t samples_;
  std::size_t max_sample_bytes_;
  std::vector<ScriptTable> tables_;
  std::unordered_map<std::string, std::size_t> by_full_name_;
  /// By name without qualifier, in lower case.
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  std::unordered_map<std::string, std::size_t> renamed_;  // by the name before, in lower case
  ScriptTypes types_;
  std::unordered_set<std::string> ignored_;  // temporary tables
  NameParts schema_;                         // where names without a qualifier belong
  std::string used_database_;                // by USE
  std::string database_comment_;
  std::vector<ScriptProblem> problems_;
  std::size_t script_ = 0;
  std::size_t line_ = 0;
};

}  // namespace sluice::inline v0::schema_detail

#endif
