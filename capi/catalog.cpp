/// Catalogs: loading, counting, names, lookup.

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "callback_hold.hpp"
#include "embedder.hpp"
#include "internal.hpp"
#include "progress.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0::capi {

NamedCatalog::NamedCatalog(std::shared_ptr<const Catalog> catalog) : catalog_(std::move(catalog)) {
  for (const TableId id : catalog_->tables()) {
    const Table &table = catalog_->table(id);
    const std::string_view qualifier = table.qualifier();
    if (!qualifier.empty() && (qualifiers_.empty() || qualifiers_.back() != qualifier))
      qualifiers_.emplace_back(qualifier);
    if (std::ranges::none_of(table.columns, [](const Column &of) { return of.nested; })) continue;
    std::vector<std::string> paths = paths_of(table);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (table.columns[i].nested)
        paths_.emplace_back(catalog_->columns(id)[i], std::move(paths[i]));
    }
  }
  std::ranges::sort(qualifiers_);
  qualifiers_.erase(std::unique(qualifiers_.begin(), qualifiers_.end()), qualifiers_.end());
}

sluice_str NamedCatalog::qualifier(TableId id) const noexcept {
  const std::string_view qualifier = catalog_->table(id).qualifier();
  if (qualifier.empty()) return no_text;
  return text_out(*std::ranges::lower_bound(qualifiers_, qualifier));
}

sluice_str NamedCatalog::path(ColumnId id) const noexcept {
  if (!catalog_->column(id).nested) return name(id);
  return text_out(
      std::ranges::lower_bound(paths_, id, {}, &std::pair<ColumnId, std::string>::first)->second);
}

namespace {

struct Loading {
  LoadOptions options;
  Progress progress;
  const sluice_catalog *before;
  std::shared_ptr<std::vector<SkippedItem>> skipped;
};

/// The common part of all loaders. `read(loading)` returns the handle's content.
template <class Read>
sluice_status load_with(const sluice_load_options *given, sluice_catalog **out,
                        sluice_error **error, Read read) noexcept {
  const CallbackHold hold(given, &sluice_load_options::progress);
  return guarded(error, [&] {
    require(out, "out");
    const auto options = options_in(given, sluice_load_options SLUICE_LOAD_OPTIONS_INIT, "options");
    Reporter reporter(options.progress);
    Loading loading{
        {}, Progress(reporter), options.before, std::make_shared<std::vector<SkippedItem>>()};
    loading.options.samples = options.samples;
    loading.options.max_sample_bytes = options.max_sample_bytes;
    loading.options.dialect = dialect_in(options.dialect, "options->dialect");
    loading.options.skipped = loading.skipped.get();
    *out = new sluice_catalog(read(loading));
  });
}

sluice_catalog read_index(const std::string &folder) {
  OpenIndex index = open_index_folder(folder);
  return {std::make_shared<const NamedCatalog>(std::move(index.catalog)), std::move(index.lexical),
          std::move(index.vectors), nullptr, nullptr};
}

sluice_catalog read_path(std::string path, const Loading &loading) {
  const sluice_catalog *before = loading.before;
  const std::vector<AnySource> sources{PathSource(std::move(path))};
  auto read = std::make_shared<const SourceSnapshot>(
      read_sources(sources, loading.options, before == nullptr ? nullptr : before->read.get(),
                   loading.progress));
  auto named = before != nullptr && before->named->catalog() == read->catalog
                   ? before->named
                   : std::make_shared<const NamedCatalog>(read->catalog);
  std::shared_ptr<const std::vector<SkippedItem>> skipped(read, &read->skipped);
  return {std::move(named), nullptr, nullptr, std::move(read), std::move(skipped)};
}

/// Loads a text in memory. It is read in one step, so progress is reported before and after.
template <class Read>
sluice_catalog read_text(const Loading &loading, Read read) {
  loading.progress.step("reading databases", 0, 1);
  auto named = std::make_shared<const NamedCatalog>(Catalog::make(read()));
  loading.progress.step("reading databases", 1, 1);
  return {std::move(named), nullptr, nullptr, nullptr, loading.skipped};
}

Databases read_json(std::string_view json) {
  constexpr const char *source = "json";
  const std::size_t start = json.find_first_not_of(" \t\r\n");
  if (start == json.npos) throw Error(ErrorCode::malformed, "is empty", {source});
  return json[start] == '[' ? load_tables_json(json, source) : load_catalog_json(json, source);
}

/// Returns the position after "name." in a path; npos if the path does not begin with it.
std::size_t after(std::string_view path, std::string_view name) noexcept {
  const bool begins = path.size() > name.size() && path[name.size()] == '.' &&
                      same_name(path.substr(0, name.size()), name);
  return begins ? name.size() + 1 : path.npos;
}

// Names may contain dots, so a path is not split at dots: each object that it begins with is tried.

std::optional<TableId> find_table(const Catalog &catalog, std::string_view path) {
  for (const DatabaseId database : catalog.databases()) {
    const std::size_t rest = after(path, catalog.database(database).name());
    if (rest == path.npos) continue;
    if (const auto table = catalog.find_table(database, path.substr(rest))) return table;
  }
  return std::nullopt;
}

std::optional<ColumnId> find_column(const Catalog &catalog, std::string_view path) {
  for (const DatabaseId database : catalog.databases()) {
    const std::size_t rest = after(path, catalog.database(database).name());
    if (rest == path.npos) continue;
    const std::string_view in_database = path.substr(rest);
    for (const TableId table : catalog.tables(database)) {
      const std::size_t last = after(in_database, catalog.table(table).name);
      if (last == in_database.npos) continue;
      if (const auto column = catalog.find_column(table, in_database.substr(last))) return column;
    }
  }
  return std::nullopt;
}

template <class Id>
std::uint32_t found(std::optional<Id> id, const char *kind, std::string_view path) {
  if (id) return id->value;
  constexpr std::size_t shown = 200;
  throw Error(ErrorCode::not_found, std::string("the catalog has no ") + kind + " \"" +
                                        std::string(clip_utf8(path, shown)) + '"');
}

std::uint32_t find_object(const Catalog &catalog, sluice_kind kind, std::string_view path) {
  switch (kind) {
    case SLUICE_DATABASE: return found(catalog.find_database(path), "database", path);
    case SLUICE_TABLE: return found(find_table(catalog, path), "table", path);
    case SLUICE_COLUMN: return found(find_column(catalog, path), "column", path);
    default:
      refuse("kind is " + std::to_string(kind) + ", expected SLUICE_DATABASE, _TABLE or _COLUMN");
  }
}

}  // namespace
}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

sluice_status sluice_catalog_load(const char *path, size_t path_size,
                                  const sluice_load_options *options, sluice_catalog **out,
                                  sluice_error **error) noexcept {
  return load_with(options, out, error, [&](const Loading &loading) {
    std::string source = path_in(path, path_size);
    return sluice::is_index_folder(source) ? read_index(source)
                                           : read_path(std::move(source), loading);
  });
}

sluice_status sluice_catalog_load_ddl(const char *sql, size_t sql_size, const char *name,
                                      size_t name_size, const sluice_load_options *options,
                                      sluice_catalog **out, sluice_error **error) noexcept {
  return load_with(options, out, error, [&](const Loading &loading) {
    const std::string_view script = text_in(sql, sql_size, "sql");
    const std::string database(text_in(name, name_size, "name"));
    if (database.empty()) refuse("name is empty");
    return read_text(loading, [&] {
      return sluice::Databases{sluice::load_ddl(script, database, "sql", loading.options)};
    });
  });
}

sluice_status sluice_catalog_load_json(const char *json, size_t json_size,
                                       const sluice_load_options *options, sluice_catalog **out,
                                       sluice_error **error) noexcept {
  return load_with(options, out, error, [&](const Loading &loading) {
    const std::string_view text = text_in(json, json_size, "json");
    return read_text(loading, [&] { return read_json(text); });
  });
}

size_t sluice_catalog_count(const sluice_catalog *catalog, sluice_kind kind) noexcept {
  if (catalog == nullptr) return 0;
  const sluice::Catalog &counted = *catalog->named->catalog();
  switch (kind) {
    case SLUICE_DATABASE: return counted.database_count();
    case SLUICE_TABLE: return counted.table_count();
    case SLUICE_COLUMN: return counted.column_count();
    default: return 0;
  }
}

sluice_str sluice_catalog_name(const sluice_catalog *catalog, sluice_kind kind,
                               uint32_t id) noexcept {
  sluice_str name = no_text;
  if (catalog == nullptr) return name;
  visit_object(*catalog->named->catalog(), kind, id,
               [&](auto object) { name = catalog->named->name(object); });
  return name;
}

uint32_t sluice_catalog_parent(const sluice_catalog *catalog, sluice_kind kind,
                               uint32_t id) noexcept {
  std::uint32_t parent = SLUICE_NO_ID;
  if (catalog == nullptr) return parent;
  const sluice::Catalog &searched = *catalog->named->catalog();
  visit_object(searched, kind, id, [&](auto object) {
    if constexpr (std::same_as<decltype(object), sluice::TableId>) {
      parent = searched.database_of(object).value;
    } else if constexpr (std::same_as<decltype(object), sluice::ColumnId>) {
      parent = searched.table_of(object).value;
    }
  });
  return parent;
}

sluice_status sluice_catalog_find(const sluice_catalog *catalog, sluice_kind kind, const char *path,
                                  size_t path_size, uint32_t *out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(catalog, "catalog");
    require(out, "out");
    *out = find_object(*catalog->named->catalog(), kind, text_in(path, path_size, "path"));
  });
}

sluice_status sluice_index_build(const sluice_catalog *catalog, const char *folder,
                                 size_t folder_size, const sluice_index_options *options,
                                 sluice_error **error) noexcept {
  const CallbackHold progress_hold(options, &sluice_index_options::progress);
  CallbackHold embedder_hold(options, &sluice_index_options::embedder);
  return guarded(error, [&] {
    require(catalog, "catalog");
    const std::string path = path_in(folder, folder_size, "folder");
    const auto chosen =
        options_in(options, sluice_index_options SLUICE_INDEX_OPTIONS_INIT, "options");
    if (chosen.threads == 0) refuse("the options ask for 0 threads, expected at least 1");
    Reporter reporter(chosen.progress);
    const sluice::Progress progress(reporter, token_of(chosen.cancellation));
    sluice::IndexFolderOptions indexing;
    if (auto embedder = take_embedder(chosen.embedder, embedder_hold)) indexing.embedder = embedder;
    indexing.threads = std::min<std::size_t>(chosen.threads, 256);
    sluice::write_index_folder(path, catalog->named->catalog(), indexing, progress);
  });
}

void sluice_catalog_release(sluice_catalog *catalog) noexcept { delete catalog; }
