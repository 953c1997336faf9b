#include "schema/sql_keys.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

using sql::CompositeKey;
using sql::KeyColumn;
using sql::KeyReference;

template <class Fact>
void settle(std::vector<Fact> &facts) {
  std::sort(facts.begin(), facts.end());
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
}

class Rows {
 public:
  Rows(const Database &database, SqliteConnection &connection)
      : database_(database), connection_(connection) {}

  bool has_null(KeyColumn column) {
    return finds(fmt::format("SELECT 1 FROM {} WHERE {} IS NULL LIMIT 1", table(column),
                             this->column(column)));
  }
  bool repeats(KeyColumn column) { return repeats(CompositeKey{column.table, {column.column}}); }
  bool repeats(const CompositeKey &key) {
    std::string columns, present;
    for (const std::uint32_t position : key.columns) {
      const std::string name = column({key.table, position});
      columns += (columns.empty() ? "" : ", ") + name;
      present += (present.empty() ? "" : " AND ") + name + " IS NOT NULL";
    }
    return finds(fmt::format("SELECT 1 FROM {} WHERE {} GROUP BY {} HAVING count(*) > 1 LIMIT 1",
                             table({key.table, 0}), present, columns));
  }
  bool dangles(const KeyReference &reference) {
    const std::string parents = fmt::format("SELECT {1} FROM {0} WHERE {1} IS NOT NULL",
                                            table(reference.to), column(reference.to));
    return finds(fmt::format("SELECT 1 FROM {} WHERE {} NOT IN ({}) LIMIT 1", table(reference.from),
                             column(reference.from), parents));
  }

 private:
  std::string table(KeyColumn column) const {
    return sql::quote_name(database_.tables()[column.table].name);
  }
  std::string column(KeyColumn column) const {
    return sql::quote_name(database_.tables()[column.table].columns[column.column].name);
  }
  bool finds(const std::string &query) {
    bool found = false;
    connection_.query(query, {}, [&found](const SqliteRow &) {
      found = true;
      return false;
    });
    return found;
  }

  const Database &database_;
  SqliteConnection &connection_;
};

void add_declared(sql::KeyFacts &facts, const Database &database, SqliteConnection &connection) {
  for (std::uint32_t table = 0; table < database.tables().size(); ++table) {
    const auto columns = database.tables()[table].columns;
    connection.query(
        fmt::format("PRAGMA main.table_info({})", sql::quote_name(database.tables()[table].name)),
        {}, [&](const SqliteRow &row) {
          constexpr std::size_t name = 1, not_null = 3;
          for (std::uint32_t column = 0; column < columns.size(); ++column) {
            if (row.integer(not_null) != 0 && same_name(columns[column].name, row.text(name)))
              facts.not_null.push_back({table, column});
          }
          return true;
        });
  }
}

}  // namespace

sql::KeyFacts sql_keys(const Database &database, ForeignKeyReading reading) {
  sql::KeyFacts facts;
  const auto tables = database.tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    const auto key = tables[table].primary_key;
    for (const std::uint32_t column : key) facts.not_null.push_back({table, column});
    if (key.size() == 1) facts.unique.push_back({table, key[0]});
    if (key.size() > 1) {
      CompositeKey &composite = facts.composites.emplace_back();
      composite.table = table;
      composite.columns.assign(key.begin(), key.end());
      settle(composite.columns);
    }
  }
  settle(facts.unique);
  settle(facts.composites);
  for (const ForeignKey &key : database.foreign_keys()) {
    // Views and names suggest keys that the rows need not satisfy.
    if (key.evidence != KeyEvidence::declared || key.columns.size() != 1) continue;
    const KeyColumn from{key.table, key.columns[0]};
    const KeyColumn to{key.referenced_table, key.referenced_columns[0]};
    if (!facts.is_unique(to)) continue;
    facts.references.push_back({from, to});
    if (reading == ForeignKeyReading::total) facts.not_null.push_back(from);
  }
  settle(facts.not_null);
  settle(facts.references);
  return facts;
}

sql::KeyFacts kept_keys(const sql::KeyFacts &facts, const Database &database,
                        SqliteConnection &connection) {
  sql::KeyFacts kept = facts;
  Rows rows(database, connection);
  add_declared(kept, database, connection);
  settle(kept.not_null);
  std::erase_if(kept.not_null, [&](KeyColumn column) { return rows.has_null(column); });
  std::erase_if(kept.unique, [&](KeyColumn column) { return rows.repeats(column); });
  std::erase_if(kept.composites, [&](const CompositeKey &key) { return rows.repeats(key); });
  std::erase_if(kept.references, [&](const KeyReference &reference) {
    return !kept.is_unique(reference.to) || rows.dangles(reference);
  });
  return kept;
}

}  // namespace sluice::inline v0
