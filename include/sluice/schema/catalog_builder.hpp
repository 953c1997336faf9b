#ifndef SLUICE_SCHEMA_CATALOG_BUILDER_HPP
#define SLUICE_SCHEMA_CATALOG_BUILDER_HPP

/// Builds a catalog from an application's own metadata, so that it needs no file.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0 {

namespace schema_detail {
class CatalogDraft;
}

/// A table of a CatalogBuilder. Cheap to copy; valid while the builder lives. Not thread-safe.
///
/// Keys and origins name columns and tables, which may be added later; CatalogBuilder::build looks
/// them up. Names that are equal to no other one are found without regard to ASCII case, and tables
/// without their qualifier, as by Catalog::find_table.
class TableBuilder {
 public:
  /// Tables are numbered from 0, over all databases, in the order in which they were added.
  std::size_t number() const noexcept { return number_; }

  /// Throws Error(invalid_argument) if the name is empty, not UTF-8 or that of another column.
  TableBuilder add_column(ColumnDefinition column) const;

  /// The columns of the primary key, in key order. Throws Error(invalid_argument) if there are none
  /// or the table has a primary key.
  TableBuilder add_primary_key(std::vector<std::string> columns) const;

  /// Columns that refer to as many columns of a table of the same database; without
  /// `referenced_columns`, to its primary key. Throws Error(invalid_argument) if there are none or
  /// the numbers differ.
  TableBuilder add_foreign_key(std::vector<std::string> columns, std::string referenced_table,
                               std::vector<std::string> referenced_columns = {},
                               KeyEvidence evidence = KeyEvidence::declared) const;

  /// Of a view: `column` shows a column of a table of the same database unchanged.
  TableBuilder add_origin(std::string column, std::string source_table,
                          std::string source_column) const;

 private:
  friend class DatabaseBuilder;
  friend class CatalogBuilder;
  TableBuilder(schema_detail::CatalogDraft &draft, std::size_t number) noexcept
      : draft_(&draft), number_(number) {}

  schema_detail::CatalogDraft *draft_;
  std::size_t number_;
};

/// A database of a CatalogBuilder. Cheap to copy; valid while the builder lives. Not thread-safe.
class DatabaseBuilder {
 public:
  /// Databases are numbered from 0, in the order in which they were added.
  std::size_t number() const noexcept { return number_; }

  /// Adds a table, with the columns and the primary key that it may have already. Throws
  /// Error(invalid_argument) if a name is empty, not UTF-8 or that of a sibling.
  TableBuilder add_table(TableDefinition table) const;

 private:
  friend class CatalogBuilder;
  DatabaseBuilder(schema_detail::CatalogDraft &draft, std::size_t number) noexcept
      : draft_(&draft), number_(number) {}

  schema_detail::CatalogDraft *draft_;
  std::size_t number_;
};

/// Collects the databases of a catalog. A call that throws changes nothing. Not thread-safe.
class CatalogBuilder {
 public:
  CatalogBuilder();
  ~CatalogBuilder();
  CatalogBuilder(CatalogBuilder &&) noexcept;
  CatalogBuilder &operator=(CatalogBuilder &&) noexcept;

  /// Adds a database, with the tables and keys that it may have already: those of
  /// `Database::definition()`, for example. Throws Error(invalid_argument) if a name is empty, not
  /// UTF-8 or that of a sibling; the names of databases may not differ by ASCII case only.
  DatabaseBuilder add_database(DatabaseDefinition database);

  /// Throws Error(invalid_argument) if there is no such number.
  DatabaseBuilder database(std::size_t number) const;
  TableBuilder table(std::size_t number) const;

  /// A catalog of everything that was added so far; more can be added and built afterwards. Throws
  /// Error: not_found (a key or an origin names a table or a column that does not exist, or refers
  /// to the primary key of a table without one), invalid_argument (a definition that was added is
  /// not valid, such as a key that names a column twice). O(size).
  std::shared_ptr<const Catalog> build() const;

 private:
  std::unique_ptr<schema_detail::CatalogDraft> draft_;
};

}  // namespace sluice::inline v0

#endif
