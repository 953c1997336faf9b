#include "script_cleaning.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Behind the name of a virtual table: full-text search and R-trees.
constexpr std::string_view shadow_names[] = {"data",   "idx",      "content", "docsize",
                                             "config", "segments", "segdir",  "stat",
                                             "node",   "rowid",    "parent"};

}  // namespace

void leave_out_used_database(ScriptCatalog &script) {
  const bool folds = script.dialect() == sql::Dialect::sqlserver;
  const auto is_same = [&](const std::string &a, const std::string &b) {
    return folds ? same_name(a, b) : a == b;
  };
  const std::string *used = nullptr;
  for (const ScriptTable &table : script.tables()) {
    if (table.is_dropped) continue;
    if (!table.in_used_database) {
      if (table.name.size() > 1) continue;
      return;
    }
    if (used != nullptr && !is_same(*used, table.name.front())) return;
    used = &table.name.front();
  }
  if (used == nullptr) return;
  const std::string name = *used;
  for (ScriptTable &table : script.tables()) {
    if (table.name.size() > 1 && is_same(table.name.front(), name))
      table.name.erase(table.name.begin());
  }
}

void drop_shadow_tables(ScriptCatalog &script) {
  if (script.dialect() != sql::Dialect::sqlite) return;
  std::unordered_set<std::string> virtual_tables;
  for (const ScriptTable &table : script.tables()) {
    if (table.kind == TableKind::virtual_table)
      virtual_tables.insert(lower_ascii(table.name.back()));
  }
  for (ScriptTable &table : script.tables()) {
    const std::string name = lower_ascii(table.name.back());
    const std::size_t line = name.rfind('_');
    if (line == name.npos || table.kind != TableKind::table) continue;
    if (std::ranges::find(shadow_names, name.substr(line + 1)) != std::end(shadow_names) &&
        virtual_tables.contains(name.substr(0, line))) {
      table.is_dropped = true;
    }
  }
}

}  // namespace sluice::inline v0::schema_detail
