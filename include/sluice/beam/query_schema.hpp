#ifndef SLUICE_BEAM_QUERY_SCHEMA_HPP
#define SLUICE_BEAM_QUERY_SCHEMA_HPP

/// What a router predicts, ⟨database, tables⟩, and the tokens that spell it.
/// Source: Wang et al. 2024 (DBCopilot), section 3.1; here a token is a node of the schema graph,
/// not a piece of its name.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// A database and some of its tables, without duplicates.
struct QuerySchema {
  DatabaseId database;
  std::vector<TableId> tables;

  friend bool operator==(const QuerySchema &, const QuerySchema &) = default;
};

/// A database, a table or the end of a sequence.
using SchemaToken = Id<struct SchemaTokenTag>;

/// Numbers the nodes of one catalog snapshot: databases, then tables, then the end token. Trivially
/// copyable.
class SchemaTokens {
 public:
  explicit SchemaTokens(const Catalog &catalog) noexcept
      : databases_(catalog.database_count()), tables_(catalog.table_count()) {}

  std::size_t size() const noexcept { return databases_ + tables_ + 1; }

  SchemaToken of(DatabaseId id) const noexcept { return SchemaToken(id.index()); }
  SchemaToken of(TableId id) const noexcept { return SchemaToken(databases_ + id.index()); }
  SchemaToken end() const noexcept { return SchemaToken(databases_ + tables_); }

  bool is_database(SchemaToken token) const noexcept { return token.index() < databases_; }
  bool is_table(SchemaToken token) const noexcept { return !is_database(token) && token < end(); }
  /// The token must be of that kind.
  DatabaseId database(SchemaToken token) const noexcept { return DatabaseId(token.index()); }
  TableId table(SchemaToken token) const noexcept { return TableId(token.index() - databases_); }

 private:
  std::size_t databases_;
  std::size_t tables_;
};

}  // namespace sluice::inline v0

#endif
