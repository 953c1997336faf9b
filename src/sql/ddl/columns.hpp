#ifndef SLUICE_SRC_SQL_DDL_COLUMNS_HPP
#define SLUICE_SRC_SQL_DDL_COLUMNS_HPP

/// Reads columns and constraints: the items between the parentheses of CREATE TABLE and of ALTER
/// TABLE … ADD.

#include <string>
#include <vector>

#include "cursor.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {

/// What the items of a table say.
struct TableItems {
  std::vector<DdlColumn> columns;
  std::vector<NamePart> primary_key;
  std::vector<DdlForeignKey> foreign_keys;
  std::vector<DdlAllowedValues> allowed_values;
  std::vector<QualifiedName> copies;
  bool copies_key = false;
  std::vector<std::string> unreadable;  ///< Reasons, one per item that was left out.
};

/// `name type constraint…`; stops at a comma, a closing parenthesis or the end.
DdlColumn read_column(Cursor &cursor);

/// The value of COMMENT 'x', COMMENT = 'x' or COMMENT IS 'x'; false if none begins here.
bool read_comment_option(Cursor &cursor, std::string &comment);

/// What follows a column's type.
void read_column_options(Cursor &cursor, DdlColumn &column);

/// Reads one item, which is a column or a constraint, and stops behind it.
void read_item(Cursor &cursor, TableItems &items);

/// Reads `(item, item …)`, and moves behind it. Items that cannot be read are left out.
void read_items(Cursor &cursor, TableItems &items);

/// REFERENCES was read: `table (a, b) MATCH … ON DELETE …`.
DdlReference read_reference(Cursor &cursor);

/// FOREIGN KEY was read: `name (a, b) REFERENCES …`.
DdlForeignKey read_foreign_key(Cursor &cursor);

/// PRIMARY KEY was read: `CLUSTERED name (a, b)`.
std::vector<NamePart> read_primary_key(Cursor &cursor);

}  // namespace sluice::inline v0::sql

#endif
