#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_WRITER_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_WRITER_HPP

/// Writes the statements that define tables and views.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ddl_keys.hpp"
#include "ddl_names.hpp"
#include "ddl_syntax.hpp"
#include "ddl_types.hpp"

namespace sluice::inline v0::schema_detail {

class DdlWriter {
 public:
  DdlWriter(const Database &database, sql::Dialect target);

  /// The whole script.
  std::string script();

 private:
  void add_table(std::uint32_t number);
  void add_view(std::uint32_t number);
  void add_altered_keys();
  void add_remarked_keys();
  std::string beginning() const;
  std::string schemas() const;

  struct Item;
  Item column_item(const Table &table, std::size_t column, DdlColumnType &type,
                   bool is_required) const;
  std::vector<Item> items(const Table &table, std::uint32_t number,
                          std::vector<DdlColumnType> &types) const;
  std::string primary_key(const Table &table) const;
  std::string foreign_key(const ForeignKey &key) const;
  std::string allowed_values(const Column &column) const;
  std::string table_end(const Table &table) const;
  std::string view_columns(const Table &view) const;
  void add_remarks(const Table &table, std::uint32_t number);
  bool has_key(const Table &table) const;

  const Database &database_;
  sql::Dialect target_;
  const DdlSyntax &syntax_;
  DdlNames names_;
  DdlTypes types_;
  DdlKeyPlan keys_;
  std::string text_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
