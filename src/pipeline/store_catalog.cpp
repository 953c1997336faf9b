#include "sluice/pipeline/store_catalog.hpp"
#include "core/add_once.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/store/store_snapshot.hpp"

namespace sluice::inline v0 {
namespace {

/// A cache of the most recently used databases, by their ids in the store.
class DatabaseCache {
 public:
  explicit DatabaseCache(std::size_t most) : most_(most) {}

  std::shared_ptr<const Database> find(const RoutedDatabase &wanted) {
    const auto found = entries_.find(wanted.id);
    if (found == entries_.end() || found->second->database->fingerprint() != wanted.fingerprint) {
      return nullptr;
    }
    order_.splice(order_.begin(), order_, found->second);
    return found->second->database;
  }

  void keep(std::int64_t id, std::shared_ptr<const Database> database) {
    if (const auto old = entries_.find(id); old != entries_.end()) {
      order_.erase(old->second);
      entries_.erase(old);
    }
    order_.push_front({id, std::move(database)});
    entries_[id] = order_.begin();
    for (; order_.size() > most_; order_.pop_back()) entries_.erase(order_.back().id);
  }

 private:
  struct Entry {
    std::int64_t id;
    std::shared_ptr<const Database> database;
  };
  std::size_t most_;
  std::list<Entry> order_;
  std::map<std::int64_t, std::list<Entry>::iterator> entries_;
};

std::vector<std::string> once(std::vector<std::string> terms) {
  std::vector<std::string> kept;
  for (std::string &term : terms) {
    detail::add_once(kept, std::move(term));
    constexpr std::size_t enough = 1000;
    if (kept.size() == enough) break;
  }
  return kept;
}

}  // namespace

struct StoreCatalog::Kept {
  explicit Kept(std::size_t most) : databases(most) {}

  std::mutex mutex;
  StoreState state;
  DatabaseCache databases;
  std::shared_ptr<const StoreSnapshot> snapshot;
  std::shared_ptr<const Retriever> over_all;  // of the snapshot
};

StoreCatalog::StoreCatalog(std::shared_ptr<const CatalogStore> store, StoreCatalogOptions options)
    : store_(std::move(store)),
      options_(std::move(options)),
      kept_(new Kept(std::max(options_.kept_databases, options_.databases))) {
  const std::optional<StoreState> state = store_->state();
  if (!state) {
    throw Error(ErrorCode::not_found, "nothing was ever loaded into the store; see `sluice index`");
  }
  kept_->state = *state;
  const bool is_another = options_.embedder && state->settings.embedder != 0 &&
                          state->settings.embedder != options_.embedder->fingerprint();
  if (is_another) {
    throw Error(ErrorCode::mismatch,
                "the store's vectors are of another embedder; use the one that it was loaded with");
  }
}

StoreCatalog::~StoreCatalog() = default;

OpenIndex StoreCatalog::whole() const {
  std::shared_ptr<const StoreSnapshot> snapshot;
  {
    const std::lock_guard lock(kept_->mutex);
    snapshot = kept_->snapshot;
  }
  snapshot = snapshot ? snapshot->refreshed() : StoreSnapshot::open(store_);
  OpenIndex index{snapshot->catalog(), snapshot->lexical()};
  const std::lock_guard lock(kept_->mutex);
  kept_->snapshot = snapshot;
  return index;
}

Routed StoreCatalog::route(const Question &question) const {
  for (;;) {
    StoreState state;
    {
      const std::lock_guard lock(kept_->mutex);
      state = kept_->state;
    }
    AnalyzerOptions analysis = state.settings.analyses.front();
    analysis.drop_stop_words = true;
    const std::vector<std::string> terms = once(question.terms(analysis));
    std::vector<float> vector;
    if (options_.embedder && state.settings.embedder == options_.embedder->fingerprint()) {
      vector.resize(options_.embedder->dimensions());
      const std::string_view text = question.wording();
      options_.embedder->embed({&text, 1}, vector);
    }
    Routed routed = store_->route(
        {.terms = terms, .vector = vector, .databases = options_.databases, .mode = options_.mode});
    if (routed.version == state.version) return routed;
    // A change of databases does not matter here, but a reload may change the analysis of texts.
    std::optional<StoreState> now = store_->state();
    if (!now) throw Error(ErrorCode::not_found, "the store no longer exists");
    const bool is_same = now->settings == state.settings;
    {
      const std::lock_guard lock(kept_->mutex);
      kept_->state = *std::move(now);
    }
    if (is_same) return routed;
  }
}

OpenIndex StoreCatalog::routed(const Question &question) const {
  const Routed routed = route(question);
  std::vector<std::shared_ptr<const Database>> databases(routed.databases.size());
  std::vector<std::int64_t> unknown;
  {
    const std::lock_guard lock(kept_->mutex);
    for (std::size_t i = 0; i < databases.size(); ++i) {
      databases[i] = kept_->databases.find(routed.databases[i]);
      if (!databases[i]) unknown.push_back(routed.databases[i].id);
    }
  }
  if (!unknown.empty()) {
    std::ranges::sort(unknown);
    const std::string source = shown_server(store_->url().servers.front());
    std::map<std::int64_t, std::shared_ptr<const Database>> read;
    for (const StoredDefinition &stored : store_->definitions(unknown)) {
      read[stored.id] = database_in(stored.definition, stored.fingerprint, source);
    }
    const std::lock_guard lock(kept_->mutex);
    for (std::size_t i = 0; i < databases.size(); ++i) {
      const auto found = databases[i] ? read.end() : read.find(routed.databases[i].id);
      if (found == read.end()) continue;
      databases[i] = found->second;
      kept_->databases.keep(found->first, found->second);
    }
    // Databases that were dropped in the meantime are missing.
    std::erase(databases, nullptr);
  }
  // Sorted by name, so that the order, which breaks ties, does not depend on scores.
  std::ranges::sort(databases, {}, [](const auto &database) { return database->name(); });
  OpenIndex index;
  index.catalog = Catalog::make(std::move(databases));
  index.lexical = index_catalog(*index.catalog);
  return index;
}

std::shared_ptr<const Retriever> StoreCatalog::retriever_over_all() const {
  const OpenIndex index = whole();
  {
    const std::lock_guard lock(kept_->mutex);
    if (kept_->over_all && kept_->over_all->catalog() == index.catalog) return kept_->over_all;
  }
  auto made = std::make_shared<const Retriever>(index.catalog, index.lexical, options_.retriever,
                                                options_.embedder);
  const std::lock_guard lock(kept_->mutex);
  kept_->over_all = made;
  return made;
}

Answer StoreCatalog::ask(const Question &question, const AskOptions &options,
                         const VisiblePatterns &visible) const {
  if (options.mask != nullptr) {
    throw Error(ErrorCode::invalid_argument, "a store needs patterns instead of a mask");
  }
  if (options_.databases != 0 && visible.empty()) {
    const OpenIndex index = routed(question);
    const Retriever retriever(index.catalog, index.lexical, options_.retriever, options_.embedder);
    return retriever.ask(question, options);
  }
  // Limited, because the store may change all the time.
  constexpr int tries = 5;
  for (int tried = 1;; ++tried) {
    try {
      const auto retriever = retriever_over_all();
      AskOptions seeing = options;
      const std::optional<Mask> mask =
          visible.empty() ? std::nullopt : std::optional(mask_of(retriever->catalog(), visible));
      if (mask) seeing.mask = &*mask;
      return retriever->ask(question, seeing);
    } catch (const Error &error) {
      if (error.code() != ErrorCode::mismatch || tried == tries) throw;
    }
  }
}

}  // namespace sluice::inline v0
