#include "catalog_generator.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"

namespace sluice::bench {
namespace {

template <class Range>
const auto &one_of(const Range &range, Random &random) {
  return range[static_cast<std::size_t>(random.below(range.size()))];
}

constexpr std::array<std::string_view, 8> table_prefixes{"tbl_", "dim_",  "fact_", "stg_",
                                                         "v_",   "hist_", "app_",  "x_"};
constexpr std::array<std::string_view, 6> column_suffixes{"_cd", "_txt", "_val",
                                                          "_1",  "_new", "_src"};

/// Drops the vowels inside words, as in old systems.
std::string abbreviated(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool inside = i > 0 && name[i - 1] != '_' && name[i - 1] != ' ';
    const bool vowel = std::string_view("aeiouAEIOU").find(name[i]) != std::string_view::npos;
    if (!inside || !vowel) result += name[i];
  }
  return result;
}

std::string respelled(std::string_view name, Random &random) {
  switch (random.below(6)) {
    case 0: return abbreviated(name);
    case 1: return lower_ascii(name);
    case 2: return lower_ascii(name).ends_with("s") ? std::string(name) : std::string(name) + "s";
    default: return std::string(name);
  }
}

/// Unique names, ignoring case.
class Names {
 public:
  std::string add(std::string name) {
    std::string chosen = name;
    for (std::size_t i = 2; !taken_.insert(lower_ascii(chosen)).second; ++i) {
      chosen = name + '_' + std::to_string(i);
    }
    return chosen;
  }

 private:
  std::unordered_set<std::string> taken_;
};

/// The schemas that variations are built from.
struct Material {
  explicit Material(const Databases &pack) {
    for (const auto &database : pack) {
      DatabaseDefinition definition = database->definition();
      for (const TableDefinition &table : definition.tables) {
        if (!table.columns.empty()) tables.push_back(table);
      }
      if (!definition.tables.empty()) definitions.push_back(std::move(definition));
    }
  }

  std::vector<DatabaseDefinition> definitions;
  std::vector<TableDefinition> tables;
};

class Variation {
 public:
  Variation(const Material &material, Random &random) : material_(material), random_(random) {}

  DatabaseDefinition make(Names &database_names, std::size_t tables, std::size_t columns) {
    const DatabaseDefinition &base = one_of(material_.definitions, random_);
    const DatabaseDefinition &other = one_of(material_.definitions, random_);
    DatabaseDefinition made;
    made.name = database_names.add(random_.below(2) == 0
                                       ? base.name + '_' + one_of(other.tables, random_).name
                                       : other.name + '_' + base.name);
    keep_tables(base, tables, made);
    while (made.tables.size() < tables) made.tables.push_back(one_of(material_.tables, random_));
    fit_columns(made, columns);
    respell(made);
    return made;
  }

 private:
  /// Keeps the first tables of the base, and the keys between them.
  static void keep_tables(const DatabaseDefinition &base, std::size_t tables,
                          DatabaseDefinition &made) {
    const std::size_t kept = std::min(tables, base.tables.size());
    made.tables.assign(base.tables.begin(),
                       base.tables.begin() + static_cast<std::ptrdiff_t>(kept));
    for (const ForeignKeyDefinition &key : base.foreign_keys) {
      if (key.table < kept && key.referenced_table < kept) made.foreign_keys.push_back(key);
    }
  }

  /// Distributes the number of columns over the tables: drops the last columns of a table, or adds
  /// columns of other tables. Drops keys that lose a column.
  void fit_columns(DatabaseDefinition &made, std::size_t columns) {
    for (std::size_t t = 0; t < made.tables.size(); ++t) {
      TableDefinition &table = made.tables[t];
      const std::size_t wanted =
          (t + 1) * columns / made.tables.size() - t * columns / made.tables.size();
      if (table.columns.size() > wanted) table.columns.resize(wanted);
      while (table.columns.size() < wanted) {
        ColumnDefinition column = one_of(one_of(material_.tables, random_).columns, random_);
        if (random_.below(4) == 0) column.name += one_of(column_suffixes, random_);
        table.columns.push_back(std::move(column));
      }
      const auto gone = [&](std::size_t column) { return column >= table.columns.size(); };
      if (std::ranges::any_of(table.primary_key, gone)) table.primary_key.clear();
    }
    std::erase_if(made.foreign_keys, [&](const ForeignKeyDefinition &key) {
      const auto is_gone = [&](std::size_t table) {
        return
            [&, table](std::size_t column) { return column >= made.tables[table].columns.size(); };
      };
      return std::ranges::any_of(key.columns, is_gone(key.table)) ||
             std::ranges::any_of(key.referenced_columns, is_gone(key.referenced_table));
    });
  }

  void respell(DatabaseDefinition &made) {
    Names tables;
    for (TableDefinition &table : made.tables) {
      std::string name = respelled(table.name, random_);
      if (random_.below(5) == 0) name.insert(0, one_of(table_prefixes, random_));
      if (name != table.name) table.title.clear();
      table.name = tables.add(std::move(name));
      Names columns;
      for (ColumnDefinition &column : table.columns) {
        std::string spelled = columns.add(respelled(column.name, random_));
        if (spelled != column.name) column.title.clear();
        column.name = std::move(spelled);
      }
    }
  }

  const Material &material_;
  Random &random_;
};

/// Returns the i-th of `parts` nearly equal parts of `whole`.
std::size_t share(std::size_t whole, std::size_t i, std::size_t parts) {
  return (i + 1) * whole / parts - i * whole / parts;
}

}  // namespace

Databases generate_catalog(const Databases &pack, const CatalogScale &scale) {
  const Material material(pack);
  std::size_t tables = 0;
  std::size_t columns = 0;
  for (const auto &database : pack) {
    tables += database->tables().size();
    columns += database->columns().size();
  }
  if (material.tables.empty() || pack.size() >= scale.databases || tables >= scale.tables ||
      columns >= scale.columns) {
    throw Error(ErrorCode::invalid_argument, "the pack is empty, or larger than the scale");
  }
  const std::size_t more = scale.databases - pack.size();
  Databases made = pack;
  Names names;
  for (const auto &database : pack) names.add(std::string(database->name()));
  Random random(scale.seed);
  for (std::size_t i = 0; i < more; ++i) {
    const std::size_t own_tables = std::max<std::size_t>(1, share(scale.tables - tables, i, more));
    const std::size_t own_columns = std::max(own_tables, share(scale.columns - columns, i, more));
    made.push_back(
        Database::make(Variation(material, random).make(names, own_tables, own_columns)));
  }
  return made;
}

}  // namespace sluice::bench
