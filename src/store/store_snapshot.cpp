#include "sluice/store/store_snapshot.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

[[noreturn]] void fail_changed() {
  throw Error(ErrorCode::mismatch, "the store changed since it was opened; open it again");
}

auto place_of(const Posting &posting) {
  return std::tuple(posting.level, posting.object, posting.field);
}

std::shared_ptr<const Hierarchy> hierarchy_of(std::span<const StoreEntry> entries) {
  std::vector<std::uint32_t> database_of_table, table_of_column;
  for (std::size_t database = 0; database < entries.size(); ++database) {
    for (const std::uint32_t columns : entries[database].columns_of_tables) {
      table_of_column.insert(table_of_column.end(), columns,
                             static_cast<std::uint32_t>(database_of_table.size()));
      database_of_table.push_back(static_cast<std::uint32_t>(database));
    }
  }
  return std::make_shared<const Hierarchy>(entries.size(), std::move(database_of_table),
                                           std::move(table_of_column));
}

template <class Range>
std::uint32_t first_of(Range ids) {
  return ids.size() == 0 ? 0 : ids[0].value;
}

/// Converts positions within databases, as in the store, to positions within the catalog.
class StorePostings final : public PostingSource {
 public:
  StorePostings(std::shared_ptr<const StoreSnapshot> snapshot, AnalyzerOptions analysis)
      : snapshot_(std::move(snapshot)), analysis_(analysis) {}

  std::vector<std::vector<Posting>> read(std::span<const std::string> terms) const override {
    std::vector<FoundBlock> blocks;
    const StoreVersion version = snapshot_->store().postings(analysis_, terms, blocks);
    snapshot_->check(version);
    std::vector<std::vector<Posting>> postings(terms.size());
    const Hierarchy &hierarchy = snapshot_->hierarchy();
    for (const FoundBlock &block : blocks) {
      const auto database = snapshot_->database(block.database);
      if (!database) fail_changed();
      const std::uint32_t table = first_of(hierarchy.tables(*database));
      const std::uint32_t column = first_of(hierarchy.columns(*database));
      const std::array<std::size_t, level_count> sizes{1, hierarchy.tables(*database).size(),
                                                       hierarchy.columns(*database).size()};
      const std::array<std::uint32_t, level_count> firsts{database->value, table, column};
      for (Posting posting : block.postings) {
        const auto level = static_cast<std::size_t>(posting.level);
        if (posting.object >= sizes[level]) {
          throw Error(ErrorCode::malformed, "the store holds damaged postings; load it again");
        }
        posting.object += firsts[level];
        postings[block.term].push_back(posting);
      }
    }
    for (auto &of_term : postings) std::ranges::sort(of_term, {}, place_of);
    return postings;
  }

 private:
  std::shared_ptr<const StoreSnapshot> snapshot_;
  AnalyzerOptions analysis_;
};

}  // namespace

/// Results that are computed on first use.
struct StoreSnapshot::Kept {
  std::mutex mutex;
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const Catalog> before;  // the new catalog shares its unchanged parts
};

StoreSnapshot::StoreSnapshot(std::shared_ptr<const CatalogStore> store, StoreVersion version,
                             StoreSettings settings, std::vector<StoreEntry> entries)
    : store_(std::move(store)),
      version_(std::move(version)),
      settings_(std::move(settings)),
      entries_(std::move(entries)),
      hierarchy_(hierarchy_of(entries_)),
      kept_(new Kept()) {
  Fingerprint print;
  for (const StoreEntry &entry : entries_) print.add(entry.fingerprint);
  fingerprint_ = print.value();
}

StoreSnapshot::~StoreSnapshot() = default;

std::shared_ptr<const StoreSnapshot> StoreSnapshot::open(
    std::shared_ptr<const CatalogStore> store) {
  constexpr int tries = 5;
  for (int tried = 0; tried < tries; ++tried) {
    std::optional<StoreState> state = store->state();
    if (!state) {
      throw Error(ErrorCode::not_found,
                  "nothing was ever loaded into the store; see `sluice index`");
    }
    StoreChanges all = store->changes({}, /*with_lengths=*/true);
    if (all.version != state->version)
      continue;  // changed in between, perhaps reloaded with other settings
    return std::shared_ptr<const StoreSnapshot>(new StoreSnapshot(
        std::move(store), std::move(all.version), std::move(state->settings), std::move(all.put)));
  }
  fail_changed();
}

std::shared_ptr<const StoreSnapshot> StoreSnapshot::refreshed() const {
  StoreChanges changes = store_->changes(version_, /*with_lengths=*/true);
  if (changes.version == version_) return shared_from_this();
  const std::optional<StoreState> state = store_->state();
  if (!state || state->version != changes.version || state->settings != settings_) {
    return open(store_);
  }
  std::vector<StoreEntry> entries;
  auto put = changes.put.begin();
  for (const StoreEntry &entry : changes.is_full ? std::vector<StoreEntry>() : entries_) {
    for (; put != changes.put.end() && put->id < entry.id; ++put) entries.push_back(*put);
    if (put != changes.put.end() && put->id == entry.id) {
      entries.push_back(*put++);
    } else if (!std::ranges::binary_search(changes.dropped, entry.id)) {
      entries.push_back(entry);
    }
  }
  entries.insert(entries.end(), put, changes.put.end());
  std::shared_ptr<StoreSnapshot> made(
      new StoreSnapshot(store_, std::move(changes.version), settings_, std::move(entries)));
  const std::lock_guard lock(kept_->mutex);
  made->kept_->before = kept_->catalog ? kept_->catalog : kept_->before;
  return made;
}

std::shared_ptr<const LexicalIndex> StoreSnapshot::lexical(const AnalyzerOptions &analysis) const {
  const auto found = std::ranges::find(settings_.analyses, analysis);
  if (found == settings_.analyses.end()) {
    throw Error(ErrorCode::invalid_argument,
                "the store was loaded without postings of this analysis");
  }
  const auto which = static_cast<std::size_t>(found - settings_.analyses.begin());
  TextLengths lengths;
  for (const StoreEntry &entry : entries_) {
    for (std::size_t level = 0; level < level_count; ++level) {
      const auto &own = entry.lengths[which][level];
      lengths[level].insert(lengths[level].end(), own.begin(), own.end());
    }
  }
  return LexicalIndex::over(hierarchy_, analysis, fingerprint_, std::move(lengths),
                            std::make_shared<StorePostings>(shared_from_this(), analysis));
}

std::shared_ptr<const Catalog> StoreSnapshot::catalog() const {
  const std::lock_guard lock(kept_->mutex);
  if (kept_->catalog) return kept_->catalog;
  std::vector<std::shared_ptr<const Database>> databases(entries_.size());
  std::vector<std::int64_t> unknown;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto old = kept_->before ? kept_->before->find_database(entries_[i].name) : std::nullopt;
    if (old && kept_->before->database(*old).fingerprint() == entries_[i].fingerprint) {
      databases[i] = kept_->before->share(*old);
    } else {
      unknown.push_back(entries_[i].id);
    }
  }
  constexpr std::size_t at_once = 256;
  for (std::size_t first = 0; first < unknown.size(); first += at_once) {
    const auto ids = std::span(unknown).subspan(first, std::min(at_once, unknown.size() - first));
    for (const StoredDefinition &stored : store_->definitions(ids)) {
      const auto id = database(stored.id);
      if (!id || entries_[id->index()].fingerprint != stored.fingerprint) fail_changed();
      databases[id->index()] = database_in(stored.definition, stored.fingerprint,
                                           shown_server(store_->url().servers.front()));
    }
  }
  if (std::ranges::count(databases, nullptr) != 0) fail_changed();
  kept_->catalog = Catalog::make(std::move(databases));
  kept_->before.reset();
  return kept_->catalog;
}

StoreObject StoreSnapshot::object(ColumnId id) const {
  const DatabaseId database = hierarchy_->database_of(id);
  return {entries_[database.index()].id, id.value - hierarchy_->columns(database)[0].value};
}

std::optional<ColumnId> StoreSnapshot::column(const StoreObject &object) const {
  const auto of = database(object.database);
  if (!of || object.ordinal >= hierarchy_->columns(*of).size()) return std::nullopt;
  return hierarchy_->columns(*of)[object.ordinal];
}

std::optional<DatabaseId> StoreSnapshot::database(std::int64_t id) const {
  const auto found = std::ranges::lower_bound(entries_, id, {}, &StoreEntry::id);
  if (found == entries_.end() || found->id != id) return std::nullopt;
  return DatabaseId(static_cast<std::size_t>(found - entries_.begin()));
}

void StoreSnapshot::check(const StoreVersion &version) const {
  if (version != version_) fail_changed();
}

}  // namespace sluice::inline v0
