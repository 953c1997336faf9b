#include "definition_check.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Checks one database. Messages begin with the part that they are about.
class Checker {
 public:
  explicit Checker(const DatabaseDefinition &definition) : database_(definition) {}

  void check() const {
    if (database_.name.empty()) fail("the database has an empty name");
    if (const std::string problem = problem_of(database_.name); !problem.empty())
      fail("the database " + problem);
    check_size();
    check_siblings(database_.tables, fmt::format("database {}", quote_name(database_.name)),
                   "table");
    for (const TableDefinition &table : database_.tables) check_table(table);
    for (std::size_t i = 0; i < database_.foreign_keys.size(); ++i) check_foreign_key(i);
  }

 private:
  // Positions have 32 bits, and the catalog numbers all columns.
  void check_size() const {
    std::size_t columns = 0;
    for (const TableDefinition &table : database_.tables) columns += table.columns.size();
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    if (columns > most || database_.tables.size() > most) {
      fail(fmt::format("database {} has more than {} tables or columns", quote_name(database_.name),
                       most));
    }
  }

  void check_table(const TableDefinition &table) const {
    const std::string owner = describe(table);
    check_siblings(table.columns, owner, "column");
    for (const OriginDefinition &origin : table.origins) {
      check_position(origin.column, table, owner + ", origins");
      check_side(origin.source_table, {origin.source_column}, owner + ", origins");
    }
    std::vector<bool> used(table.columns.size());
    for (const std::size_t position : table.primary_key) {
      check_position(position, table, owner + ", primary key");
      if (used[position]) {
        fail(fmt::format("{}: the primary key names column {} twice", owner,
                         quote_name(table.columns[position].name)));
      }
      used[position] = true;
    }
  }

  void check_foreign_key(std::size_t number) const {
    const ForeignKeyDefinition &key = database_.foreign_keys[number];
    const std::string owner =
        fmt::format("database {}, foreign key {}", quote_name(database_.name), number + 1);
    if (key.columns.empty()) fail(owner + " has no columns");
    if (key.columns.size() != key.referenced_columns.size()) {
      fail(fmt::format("{} pairs {} columns with {}", owner, key.columns.size(),
                       key.referenced_columns.size()));
    }
    check_side(key.table, key.columns, owner);
    check_side(key.referenced_table, key.referenced_columns, owner);
  }

  void check_side(std::size_t table, const std::vector<std::size_t> &columns,
                  const std::string &owner) const {
    if (table >= database_.tables.size()) {
      fail(fmt::format("{} names table {} of {}", owner, table + 1, database_.tables.size()));
    }
    for (const std::size_t position : columns) {
      check_position(position, database_.tables[table], owner);
    }
  }

  void check_position(std::size_t position, const TableDefinition &table,
                      const std::string &owner) const {
    if (position < table.columns.size()) return;
    fail(fmt::format("{} names column {} of {} in table {}", owner, position + 1,
                     table.columns.size(), quote_name(table.name)));
  }

  static std::string full_name(const ColumnDefinition &column) { return column.name; }
  static std::string full_name(const TableDefinition &table) {
    return table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name;
  }

  template <class Sibling>
  void check_siblings(const std::vector<Sibling> &siblings, const std::string &owner,
                      std::string_view kind) const {
    std::unordered_map<std::string, std::size_t> seen;
    seen.reserve(siblings.size());
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      std::string name = full_name(siblings[i]);
      if (const std::string problem = problem_of(name); !problem.empty()) {
        fail(fmt::format("{}: {} {} {}", owner, kind, i + 1, problem));
      }
      const auto [first, fresh] = seen.emplace(std::move(name), i);
      if (fresh) continue;
      fail(fmt::format("{}: {} {} is named {}, as is {} {}", owner, kind, i + 1,
                       quote_name(first->first), kind, first->second + 1));
    }
  }

  /// What is wrong with a name; empty if nothing is.
  static std::string problem_of(const std::string &name) {
    if (!is_utf8(name)) return fmt::format("has a name that is not UTF-8, {}", quote_name(name));
    return {};
  }

  std::string describe(const TableDefinition &table) const {
    return fmt::format("database {}, table {}", quote_name(database_.name),
                       quote_name(full_name(table)));
  }

  [[noreturn]] void fail(std::string_view message) const {
    throw Error(ErrorCode::malformed, message, database_.place);
  }

  const DatabaseDefinition &database_;
};

}  // namespace

void check(const DatabaseDefinition &definition) { Checker(definition).check(); }

}  // namespace sluice::inline v0::schema_detail
