#include "sluice/retrieve/catalog_index.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

Hierarchy hierarchy_of(const Catalog &catalog) {
  std::vector<std::uint32_t> database_of_table;
  for (const TableId id : catalog.tables()) {
    database_of_table.push_back(catalog.database_of(id).value);
  }
  std::vector<std::uint32_t> table_of_column;
  for (const ColumnId id : catalog.columns()) {
    table_of_column.push_back(catalog.table_of(id).value);
  }
  return {catalog.database_count(), std::move(database_of_table), std::move(table_of_column)};
}

void add_name(LexicalIndexBuilder &builder, Level level, std::size_t object, std::string_view name,
              std::string_view title) {
  builder.add(level, TextField::name, object, title.empty() ? name : title);
  for (const std::string &word : implied_words(name)) {
    builder.add(level, TextField::implied, object, word);
  }
  if (title.empty()) return;
  const std::vector<std::string> readable = split_identifier(title);
  for (const std::string &word : split_identifier(name)) {
    if (std::ranges::find(readable, word) == readable.end()) {
      builder.add(level, TextField::implied, object, word);
    }
  }
}

void add_values(LexicalIndexBuilder &builder, ColumnId id, const Column &column) {
  std::size_t values = 0, bytes = 0;
  for (const auto &some : {column.samples(), column.values()}) {
    for (const std::string_view value : some) {
      if (values == max_indexed_values) return;
      if (value.size() > max_indexed_bytes - bytes) continue;
      ++values;
      bytes += value.size();
      builder.add(Level::column, TextField::values, id.index(), value);
    }
  }
}

}  // namespace

std::shared_ptr<const LexicalIndex> index_catalog(const Catalog &catalog,
                                                  AnalyzerOptions analyzer) {
  LexicalIndexBuilder builder(hierarchy_of(catalog), analyzer, catalog.fingerprint());
  for (const DatabaseId id : catalog.databases()) {
    const Database &database = catalog.database(id);
    add_name(builder, Level::database, id.index(), database.name(), {});
    builder.add(Level::database, TextField::description, id.index(), database.description());
  }
  for (const TableId id : catalog.tables()) {
    const Table &table = catalog.table(id);
    add_name(builder, Level::table, id.index(), table.name, table.title);
    builder.add(Level::table, TextField::description, id.index(), table.description);
  }
  for (const ColumnId id : catalog.columns()) {
    const Column &column = catalog.column(id);
    add_name(builder, Level::column, id.index(), column.name, column.title);
    builder.add(Level::column, TextField::description, id.index(), column.description);
    add_values(builder, id, column);
  }
  return builder.finish();
}

namespace {

/// The databases with another fingerprint; nullopt if any number of objects changed.
std::optional<std::vector<DatabaseId>> changed_in_place(const Catalog &catalog,
                                                        const Catalog &before) {
  std::vector<DatabaseId> changed;
  if (catalog.database_count() != before.database_count()) return std::nullopt;
  for (const DatabaseId id : catalog.databases()) {
    const Database &now = catalog.database(id);
    const Database &old = before.database(id);
    if (&now == &old) continue;
    if (!same_shape(now, old)) return std::nullopt;
    if (now.fingerprint() != old.fingerprint()) changed.push_back(id);
  }
  return changed;
}

}  // namespace

std::optional<std::vector<LexicalChange>> lexical_changes(const Catalog &catalog,
                                                          const Catalog &before,
                                                          AnalyzerOptions analyzer) {
  const auto changed = changed_in_place(catalog, before);
  // For many changes, a rebuild is cheaper.
  constexpr std::size_t fewest = 8;
  if (!changed || changed->size() > fewest + catalog.database_count() / 16) return std::nullopt;
  std::vector<LexicalChange> changes;
  for (const DatabaseId id : *changed) {
    changes.push_back({id, index_catalog(*Catalog::make({before.share(id)}), analyzer),
                       index_catalog(*Catalog::make({catalog.share(id)}), analyzer)});
  }
  return changes;
}

std::shared_ptr<const LexicalIndex> index_catalog(
    const Catalog &catalog, const Catalog &before,
    const std::shared_ptr<const LexicalIndex> &index) {
  if (index->fingerprint() != before.fingerprint()) {
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  }
  const AnalyzerOptions analyzer = index->analyzer().options();
  const auto changes = lexical_changes(catalog, before, analyzer);
  return changes ? LexicalIndex::change(index, *changes, catalog.fingerprint())
                 : index_catalog(catalog, analyzer);
}

}  // namespace sluice::inline v0
