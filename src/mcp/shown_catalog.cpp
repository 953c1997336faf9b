#include "sluice/mcp/shown_catalog.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/rank/example_store.hpp"
#include "sluice/schema/column_values.hpp"

namespace sluice::inline v0::mcp {
namespace {

bool may_read(const ValueLimits *limits, const Catalog &catalog, ColumnId id) {
  if (limits == nullptr) return false;
  const TableId table = catalog.table_of(id);
  return sluice::may_read(*limits, catalog.database(catalog.database_of(table)).name(),
                          catalog.table(table).name, catalog.column(id).name);
}

/// The same catalog without samples of columns whose values may not be read.
std::shared_ptr<const Catalog> without_samples(const std::shared_ptr<const Catalog> &catalog,
                                               const ValueLimits *limits) {
  std::vector<std::shared_ptr<const Database>> databases;
  bool is_changed = false;
  for (const DatabaseId id : catalog->databases()) {
    std::optional<DatabaseDefinition> definition;
    const std::uint32_t first =
        catalog->columns(id).size() == 0 ? 0 : catalog->columns(id)[0].value;
    for (const ColumnId column : catalog->columns(id)) {
      if (catalog->column(column).samples().empty() || may_read(limits, *catalog, column)) continue;
      if (!definition) definition = catalog->database(id).definition();
      const TableId table = catalog->table_of(column);
      const std::size_t t = table.value - catalog->tables(id)[0].value;
      const std::size_t c = column.value - first - catalog->table(table).first_column;
      definition->tables[t].columns[c].samples.clear();
    }
    is_changed = is_changed || definition;
    databases.push_back(definition ? Database::make(std::move(*definition)) : catalog->share(id));
  }
  return is_changed ? Catalog::make(std::move(databases)) : catalog;
}

bool is_whole(const Mask &mask) {
  const Visibility seen = mask.visibility();
  const auto is_shown = [](std::uint8_t flag) { return flag != 0; };
  return std::ranges::all_of(seen.databases, is_shown) &&
         std::ranges::all_of(seen.tables, is_shown) && std::ranges::all_of(seen.columns, is_shown);
}

/// The words of a query, including names, in lower case.
std::vector<std::string> words_of(std::string_view sql) {
  std::vector<std::string> words(1);
  for (const char c : sql) {
    const char letter = lower_ascii(c);
    const bool is_word = is_ascii_lower(letter) || is_ascii_digit(letter) || letter == '_' ||
                         static_cast<unsigned char>(letter) >= 0x80;
    if (is_word) {
      words.back() += letter;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

/// Whether an example of a database that is not in the catalog may be shown. What is hidden in that
/// database is unknown, so its query must not contain a hidden name.
bool may_show_example(const Example &example, const VisiblePatterns &patterns) {
  if (example.database.empty() || !patterns.show.empty()) return false;
  const std::vector<std::string> words = words_of(example.sql);
  const std::string database = lower_ascii(example.database);
  return std::ranges::none_of(patterns.hide, [&](const std::string &pattern) {
    const std::string folded = lower_ascii(pattern);
    const std::size_t point = folded.rfind('.');
    if (point == folded.npos) return sluice::schema_detail::fits_pattern(folded, database);
    const std::string last = folded.substr(point + 1);
    return std::ranges::any_of(words, [&](const std::string &word) {
      return sluice::schema_detail::fits_pattern(last, word);
    });
  });
}

}  // namespace

ShownCatalog shown_catalog(const std::shared_ptr<const Catalog> &whole,
                           const VisiblePatterns &patterns, const ValueLimits *limits) {
  const std::shared_ptr<const Catalog> catalog = without_samples(whole, limits);
  ShownCatalog shown;
  const Mask seen = mask_of(catalog, patterns);
  Mask readable = seen;
  for (const ColumnId column : catalog->columns()) {
    if (!may_read(limits, *catalog, column)) readable.hide(column);
  }
  shown.catalog = is_whole(seen) ? catalog : visible_catalog(*catalog, seen);
  shown.visible = std::make_shared<const Mask>(seen);
  shown.readable = std::make_shared<const Mask>(std::move(readable));
  return shown;
}

std::shared_ptr<const ExampleStore> shown_examples(std::shared_ptr<const ExampleStore> store,
                                                   const ShownCatalog &shown,
                                                   const VisiblePatterns &patterns) {
  if (store == nullptr || is_whole(*shown.visible)) return store;
  const auto &catalog = shown.visible->catalog();
  std::vector<std::optional<SqlChecker>> checkers(catalog->database_count());
  std::vector<Example> kept;
  for (std::size_t e = 0; e < store->size(); ++e) {
    const Example &example = (*store)[ExampleId(e)];
    const auto database = catalog->find_database(example.database);
    if (!database) {
      if (may_show_example(example, patterns)) kept.push_back(example);
      continue;
    }
    auto &checker = checkers[database->index()];
    if (!checker) checker.emplace(catalog, *database, shown.visible.get());
    if (shown.visible->visible(*database) && checker->check(example.sql).passed())
      kept.push_back(example);
  }
  return std::make_shared<const ExampleStore>(
      ExampleStore(store->embedder()).with(kept, shown.catalog.get()).store);
}

}  // namespace sluice::inline v0::mcp
