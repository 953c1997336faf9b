#include "sluice/store/store_update.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

/// What a store holds, by name.
using Known = std::map<std::string, const StoreEntry *, std::less<>>;

Known by_name(const StoreChanges &all) {
  Known known;
  for (const StoreEntry &entry : all.put) known.emplace(entry.name, &entry);
  return known;
}

StoreDrift compare(const Known &known, const Catalog &catalog) {
  StoreDrift drift;
  Known surplus = known;
  for (const DatabaseId id : catalog.databases()) {
    const Database &database = catalog.database(id);
    const auto found = known.find(database.name());
    if (found == known.end()) {
      drift.missing.emplace_back(database.name());
    } else {
      surplus.erase(found->first);
      if (found->second->fingerprint != database.fingerprint()) {
        drift.changed.emplace_back(database.name());
      }
    }
  }
  for (const auto &[name, entry] : surplus) drift.surplus.push_back(name);
  std::ranges::sort(drift.missing);
  std::ranges::sort(drift.changed);
  return drift;
}

StoreSettings settings_of(const StoreUpdateOptions &options) {
  StoreSettings settings{.analyses = options.analyses};
  if (options.embedder) {
    settings.embedder = options.embedder->fingerprint();
    settings.dimensions = options.embedder->dimensions();
  }
  return settings;
}

/// Whether what a store holds has all that is asked for.
bool is_made_so(const StoreSettings &held, const StoreSettings &wanted) {
  return held.embedder == wanted.embedder && held.dimensions == wanted.dimensions &&
         held.analyses.front() == wanted.analyses.front() &&
         std::ranges::all_of(wanted.analyses, [&](const AnalyzerOptions &analysis) {
           return std::ranges::find(held.analyses, analysis) != held.analyses.end();
         });
}

}  // namespace

StoreUpdate update_store(CatalogStore &store, const Catalog &catalog,
                         const StoreUpdateOptions &options, const Progress &progress) {
  StoreSettings settings = settings_of(options);
  const std::optional<StoreState> state = options.anew ? std::nullopt : store.state();
  StoreUpdate update;
  update.replaced = !state || !is_made_so(state->settings, settings);
  StoreChanges all;
  if (!update.replaced) {
    settings = state->settings;
    all = store.changes({}, /*with_lengths=*/false);
    update.version = all.version;
  }
  const Known known = by_name(all);
  update.found = compare(known, catalog);
  if (!update.replaced && update.found.none()) return update;

  const std::unique_ptr<StoreWriter> writer =
      update.replaced ? store.replace(settings) : store.change(all.version, settings);
  for (const std::string &name : update.found.surplus) writer->drop(known.find(name)->second->id);
  std::int64_t last = all.put.empty() ? 0 : all.put.back().id;
  for (const DatabaseId id : catalog.databases()) {
    progress.step("storing", id.index(), catalog.database_count());
    const Database &database = catalog.database(id);
    const auto found = known.find(database.name());
    if (found != known.end() && found->second->fingerprint == database.fingerprint()) continue;
    writer->put(found != known.end() ? found->second->id : ++last,
                document_of(catalog.share(id), settings, options.embedder));
  }
  update.version = writer->commit();
  progress.step("storing", catalog.database_count(), catalog.database_count());
  return update;
}

StoreDrift drift(const CatalogStore &store, const Catalog &catalog) {
  if (!store.state()) return compare({}, catalog);
  const StoreChanges all = store.changes({}, /*with_lengths=*/false);
  return compare(by_name(all), catalog);
}

}  // namespace sluice
