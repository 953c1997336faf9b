#include "sluice/store/store_update.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace sluice::inline v0 {
namespace {

StoreSettings settings_of(const StoreUpdateOptions &options) {
  StoreSettings settings{.analyses = options.analyses};
  if (options.embedder) {
    settings.embedder = options.embedder->fingerprint();
    settings.dimensions = options.embedder->dimensions();
  }
  return settings;
}

/// Whether the store's settings include all wanted settings.
bool has_settings(const StoreSettings &held, const StoreSettings &wanted) {
  return held.embedder == wanted.embedder && held.dimensions == wanted.dimensions &&
         held.analyses.front() == wanted.analyses.front() &&
         std::ranges::all_of(wanted.analyses, [&](const AnalyzerOptions &analysis) {
           return std::ranges::find(held.analyses, analysis) != held.analyses.end();
         });
}

/// Also returns nullopt if an older release loaded the store: it is then reloaded from the catalog.
std::optional<StoreState> state_of(const CatalogStore &store) {
  try {
    return store.state();
  } catch (const Error &error) {
    if (error.code() != ErrorCode::unsupported) throw;
    const StoreHealth health = store.health();
    if (!std::ranges::all_of(health.servers, [](const StoreServer &server) {
          return server.layout && *server.layout <= store_layout;
        })) {
      throw;
    }
    return std::nullopt;
  }
}

}  // namespace

/// The content of a store, by name.
struct StoreUpdater::Known {
  struct Held {
    std::int64_t id = 0;  ///< 0: not in the store yet.
    std::uint64_t fingerprint = 0;
  };
  std::map<std::string, Held, std::less<>> by_name;

  void add(const StoreChanges &changes);
  StoreDrift drift_from(const Catalog &catalog) const;
};

void StoreUpdater::Known::add(const StoreChanges &changes) {
  if (changes.is_full) by_name.clear();
  // The id may now belong to another database.
  std::erase_if(by_name, [&](const auto &entry) {
    const std::int64_t id = entry.second.id;
    return std::ranges::binary_search(changes.dropped, id) ||
           std::ranges::binary_search(changes.put, id, {}, &StoreEntry::id);
  });
  for (const StoreEntry &entry : changes.put) {
    by_name.emplace(entry.name, Held{entry.id, entry.fingerprint});
  }
}

StoreDrift StoreUpdater::Known::drift_from(const Catalog &catalog) const {
  StoreDrift drift;
  std::size_t found_count = 0;
  for (const DatabaseId id : catalog.databases()) {
    const Database &database = catalog.database(id);
    const auto found = by_name.find(database.name());
    if (found == by_name.end()) {
      drift.missing.emplace_back(database.name());
      continue;
    }
    ++found_count;
    if (found->second.fingerprint != database.fingerprint()) {
      drift.changed.emplace_back(database.name());
    }
  }
  if (found_count < by_name.size()) {
    for (const auto &[name, held] : by_name) {
      if (!catalog.find_database(name)) drift.surplus.push_back(name);
    }
  }
  std::ranges::sort(drift.missing);
  std::ranges::sort(drift.changed);
  return drift;
}

StoreUpdater::StoreUpdater(CatalogStore &store, StoreUpdateOptions options)
    : store_(&store), options_(std::move(options)), known_(new Known()) {}
StoreUpdater::~StoreUpdater() = default;

void StoreUpdater::look() {
  if (state_) {
    const StoreChanges changes = store_->changes(state_->version, /*with_lengths=*/false);
    // Only a reloaded store can have other settings.
    if (!changes.is_full) {
      state_->version = changes.version;
      return known_->add(changes);
    }
  }
  *known_ = {};
  state_ = state_of(*store_);
  if (!state_) return;
  const StoreChanges all = store_->changes({}, /*with_lengths=*/false);
  state_->version = all.version;
  known_->add(all);
}

StoreUpdate StoreUpdater::update(const Catalog &catalog, const Progress &progress) {
  StoreUpdate update;
  if (options_.reload) {
    state_.reset();
    *known_ = {};
  } else {
    look();
  }
  StoreSettings settings = settings_of(options_);
  update.replaced = !state_ || !has_settings(state_->settings, settings);
  if (update.replaced) {
    *known_ = {};
  } else {
    settings = state_->settings;
    update.version = state_->version;
  }
  update.found = known_->drift_from(catalog);
  if (!update.replaced && update.found.none()) return update;

  // `known_` is valid again only after the commit.
  Known known = std::exchange(*known_, {});
  const std::optional<StoreState> state = std::exchange(state_, std::nullopt);
  const std::unique_ptr<StoreWriter> writer =
      update.replaced ? store_->replace(settings) : store_->change(state->version, settings);
  std::int64_t last = 0;
  for (const auto &[name, held] : known.by_name) last = std::max(last, held.id);
  for (const std::string &name : update.found.surplus) {
    const auto found = known.by_name.find(name);
    writer->drop(found->second.id);
    known.by_name.erase(found);
  }
  for (const DatabaseId id : catalog.databases()) {
    progress.step("storing", id.index(), catalog.database_count());
    const Database &database = catalog.database(id);
    Known::Held &held = known.by_name[std::string(database.name())];
    if (held.id != 0 && held.fingerprint == database.fingerprint()) continue;
    if (held.id == 0) held.id = ++last;
    held.fingerprint = database.fingerprint();
    writer->put(held.id, document_of(catalog.share(id), settings, options_.embedder));
  }
  update.version = writer->commit();
  progress.step("storing", catalog.database_count(), catalog.database_count());
  options_.reload = false;
  *known_ = std::move(known);
  state_ = StoreState{update.version, std::move(settings)};
  return update;
}

StoreUpdate update_store(CatalogStore &store, const Catalog &catalog,
                         const StoreUpdateOptions &options, const Progress &progress) {
  return StoreUpdater(store, options).update(catalog, progress);
}

StoreDrift drift(const CatalogStore &store, const Catalog &catalog) {
  StoreUpdater::Known known;
  if (store.state()) known.add(store.changes({}, /*with_lengths=*/false));
  return known.drift_from(catalog);
}

}  // namespace sluice::inline v0
