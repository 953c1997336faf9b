#ifndef SLUICE_SQL_DDL_HPP
#define SLUICE_SQL_DDL_HPP

/// Reads scripts that define schemas: dumps, exports, installation scripts, in any dialect.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

/// One part of a name, as written but without quotes.
struct NamePart {
  std::string text;
  bool quoted = false;

  friend bool operator==(const NamePart &, const NamePart &) = default;
};

/// `database.schema.table`; at least one part.
using QualifiedName = std::vector<NamePart>;

/// A field of a nested type. `path` is relative to the column: "value.string_value"; a step that
/// repeats ends in "[]", and so does the first if the column itself is an array ("[].key").
struct NestedField {
  std::string path;
  std::string type;
  std::string comment;
};

struct DdlType {
  std::string text;                 ///< As written, with single spaces between words; may be empty.
  QualifiedName name;               ///< What names the type, without arguments; may be empty.
  std::vector<std::string> values;  ///< Of an ENUM or SET.
  std::vector<NestedField> fields;  ///< In order, each before those inside it.
};

/// Refers to `columns` of `table`, or to its primary key if there are none.
struct DdlReference {
  QualifiedName table;
  std::vector<NamePart> columns;
  NamePart constraint = {};  ///< The name of the foreign key; may be empty.
};

struct DdlColumn {
  NamePart name;
  DdlType type;
  std::string comment;
  std::vector<std::string> values;  ///< That a CHECK allows.
  std::optional<DdlReference> reference;
  bool not_null = false;
  bool primary_key = false;
  bool unique = false;
  bool generated = false;  ///< Computed from other columns.
  bool serial = false;     ///< Numbered by the engine.
};

struct DdlForeignKey {
  std::vector<NamePart> columns;
  DdlReference reference;
};

/// A CHECK of a table that lists the values of one column.
struct DdlAllowedValues {
  NamePart column;
  std::vector<std::string> values;
};

enum class DdlTableKind : std::uint8_t { table, external, virtual_table, temporary };

struct CreateTable {
  QualifiedName name;
  DdlTableKind kind = DdlTableKind::table;
  bool if_not_exists = false;
  bool or_replace = false;
  std::vector<DdlColumn> columns;
  std::vector<NamePart> primary_key;
  std::vector<DdlForeignKey> foreign_keys;
  std::vector<DdlAllowedValues> allowed_values;
  std::string comment;
  /// Tables whose columns it has too, before its own: LIKE, CLONE, INHERITS.
  std::vector<QualifiedName> copies;
  bool copies_key = false;  ///< Their primary key, too.
  bool inherits = false;    ///< Its rows are theirs, too: INHERITS.
  std::optional<QualifiedName> partition_of;
  std::optional<QualifiedName> of_type;
  /// Spanner: its key begins with the key of this table.
  std::optional<QualifiedName> interleaved_in;
  std::string_view query;  ///< After AS; a part of the script; empty if there is none.
  std::shared_ptr<const std::string> source = {};  ///< See CreateView.
};

struct CreateView {
  QualifiedName name;
  bool materialized = false;
  bool or_replace = false;
  bool temporary = false;
  std::vector<DdlColumn> columns;  ///< If listed.
  std::string comment;
  std::string_view query;  ///< A part of the script, or of `source`.
  /// Where the script executes a text that defines the view: that text.
  std::shared_ptr<const std::string> source = {};
};

/// An enumeration, a domain, another name of a type, or a composite type.
struct CreateType {
  QualifiedName name;
  DdlType base;                     ///< Empty for an enumeration or a composite.
  std::vector<std::string> values;  ///< Of an enumeration, or that the CHECK of a domain allows.
  std::vector<DdlColumn> columns;   ///< Of a composite.
  bool not_null = false;            ///< Of a domain.
};

/// One change by ALTER TABLE. `columns` has one column, with its new definition, for `add_column`
/// and `change_column`; `name` is the old name where that differs.
struct AddColumn {
  DdlColumn column;
  bool first = false;                            ///< Before all others.
  std::optional<NamePart> after = std::nullopt;  ///< If neither, behind all others.
};
struct ChangeColumn {
  NamePart name;
  DdlColumn column;  ///< Without a type if that is not changed.
  std::optional<bool> not_null;
  bool sets_comment = false;
};
struct DropColumn {
  NamePart name;
};
struct RenameColumn {
  NamePart from;
  NamePart to;
};
struct AddPrimaryKey {
  std::vector<NamePart> columns;
};
/// A foreign key of that name, or the primary key. Names of other constraints are not known.
struct DropConstraint {
  NamePart name;
  bool is_primary_key = false;
};
struct AddAllowedValues {
  DdlAllowedValues allowed;
};
struct RenameTable {
  QualifiedName to;
};
struct AttachPartition {
  QualifiedName child;
};
struct InheritFrom {
  QualifiedName parent;
};
struct SetTableComment {
  std::string comment;
};
using TableChange = std::variant<AddColumn, ChangeColumn, DropColumn, RenameColumn, AddPrimaryKey,
                                 DropConstraint, DdlForeignKey, AddAllowedValues, RenameTable,
                                 AttachPartition, InheritFrom, SetTableComment>;

struct AlterTable {
  QualifiedName name;
  std::vector<TableChange> changes;
};

/// ALTER TYPE of an enumeration: adds `value`, before or after another or at the end, or gives
/// `renamed` that text. Or another name of the type.
struct AlterType {
  QualifiedName name;
  std::string value;
  std::optional<std::string> before;
  std::optional<std::string> after;
  std::optional<std::string> renamed;
  std::optional<QualifiedName> new_name;
};

struct DropObject {
  QualifiedName name;
  bool is_type = false;  ///< Else a table or view.
};

/// A description of an object that was or will be defined.
struct SetComment {
  enum class Object : std::uint8_t { database, schema, table, column };
  Object object = Object::table;
  QualifiedName name;  ///< Of a column: after the table's parts.
  std::string comment;
};

/// CREATE DATABASE or SCHEMA, USE, SET search_path: where names without a qualifier belong from
/// here on.
struct UseNamespace {
  QualifiedName name;
  bool is_database = false;  ///< It names a database, not a schema.
};

/// Rows of INSERT with literal values. NULL is std::nullopt.
struct InsertRows {
  QualifiedName table;
  std::vector<NamePart> columns;  ///< If listed.
  std::vector<std::vector<std::optional<std::string>>> rows;
};

/// A statement that defines something, but cannot be read; or a part of one.
struct SkippedStatement {
  std::string reason;
  std::string start;  ///< Its first words.
};

using DdlStatement =
    std::variant<CreateTable, CreateView, CreateType, AlterTable, AlterType, DropObject, SetComment,
                 UseNamespace, InsertRows, SkippedStatement>;

struct DdlOptions {
  /// nullopt: found by `detect_dialect`.
  std::optional<Dialect> dialect = std::nullopt;
  /// At most so many rows of each INSERT.
  std::size_t rows = 0;
  /// Longer values of rows are cut (bytes).
  std::size_t max_value_bytes = 256;
};

/// Receives a statement and the line it begins in, which counts from 1.
using DdlVisitor = function_ref<void(DdlStatement &&statement, std::size_t line)>;

/// Reads a script, statement by statement, and calls `visit` for each that concerns a schema. Skips
/// everything else: data beyond `rows`, routines, grants, commands to a client. Never executes
/// anything. A statement that it cannot read is reported as SkippedStatement, and the rest is read.
/// Throws Error(limit_exceeded) for a text of 4 GiB or more. O(size).
void read_ddl(std::string_view script, const DdlOptions &options, DdlVisitor visit);

/// The columns of a query's result, as far as its text alone tells: names and aliases, and types of
/// casts. A `*` is a column of that name. Empty if the text is not understood. O(size).
std::vector<DdlColumn> select_list_columns(std::string_view query, Dialect dialect);

/// The query of a view without what only its engine understands and what says nothing about its
/// columns, such as WITH CHECK OPTION or hints. Texts may be replaced. O(size).
std::string standard_query(std::string_view query, Dialect dialect);

/// What the text of a query alone shows.
struct QueryOutline {
  /// A query that all engines understand; empty if the query is not understood.
  std::string text;
  /// Columns that `*` has, but not the query: SELECT * EXCEPT (a).
  std::vector<NamePart> left_out;
};

/// The first part of a query, before a UNION, without most expressions: results that are more than
/// a column become NULL, of the type of their cast, and conditions other than those of joins are
/// left out. Its results have the names and the order of those of the query. For queries that
/// cannot be parsed. O(size).
QueryOutline query_outline(std::string_view query, Dialect dialect);

/// The dialect that a script is most likely written in; `permissive` if nothing gives it away.
/// Reads the first 256 KiB. An engine's name in the comments before the first statement, or in the
/// name of the file, tells, too, but less than what only one engine writes.
Dialect detect_dialect(std::string_view script, std::string_view file_name = {});

}  // namespace sluice::inline v0::sql

#endif
