#ifndef SLUICE_SRC_SQL_DDL_STATEMENTS_HPP
#define SLUICE_SRC_SQL_DDL_STATEMENTS_HPP

/// Reads one statement of each kind. The cursor is behind the words that say the kind. What cannot
/// be read is thrown as Unreadable.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cursor.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {

/// The words between CREATE and TABLE, VIEW …
struct CreateWords {
  bool or_replace = false;
  bool temporary = false;
  bool external = false;
  bool materialized = false;
  bool is_virtual = false;
};

/// Reasons for parts that were left out are added to `problems`.
CreateTable read_create_table(Cursor &cursor, const CreateWords &words,
                              std::vector<std::string> &problems);
CreateView read_create_view(Cursor &cursor, const CreateWords &words);
/// nullopt if the type says nothing about values or columns.
std::optional<CreateType> read_create_type(Cursor &cursor);
CreateType read_create_domain(Cursor &cursor);
/// ALTER TYPE was read; nullopt if nothing changes that a catalog has.
std::optional<AlterType> read_alter_type(Cursor &cursor);
AlterTable read_alter_table(Cursor &cursor, std::vector<std::string> &problems);
/// ALTER VIEW was read: SET COMMENT = 'x', MODIFY COLUMN a COMMENT 'y', RENAME TO w. Only what
/// concerns descriptions and names.
std::vector<DdlStatement> read_view_changes(Cursor &cursor);
/// ALTER SCHEMA was read: s TRANSFER [OBJECT::]a.b of SQL Server; nullopt for something else.
std::optional<AlterTable> read_transfer(Cursor &cursor);
/// COMMENT ON …; empty for objects that are not part of a catalog.
std::vector<SetComment> read_comments(Cursor &cursor);
/// Texts of SQL Server's variables, by name in lower case: "@v".
using Variables = std::unordered_map<std::string, std::string>;
/// DECLARE, SET or SELECT: what variables are set to, if that is a text.
void read_variables(Cursor &cursor, Variables &variables);
/// EXEC …: a description, or a type; nullopt for other procedures.
std::optional<DdlStatement> read_execute(Cursor &cursor, const Variables &variables);
/// INSERT INTO … VALUES …; nullopt for other sources of rows.
std::optional<InsertRows> read_insert(Cursor &cursor, const DdlOptions &options);
/// COPY … FROM stdin, with the lines behind it.
std::optional<InsertRows> read_copy(Cursor &cursor, const DdlOptions &options);

}  // namespace sluice::inline v0::sql

#endif
