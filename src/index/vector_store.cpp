#include "sluice/index/vector_store.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace sluice::inline v0 {
namespace {

using Part = VectorSnapshot::Part;

/// Applies to `compacted`, which was built from `before`, the changes made since: rows that have
/// been removed from the segments of `before` are removed, and newer segments are appended.
VectorSnapshot caught_up(const VectorSnapshot &before, const VectorSnapshot &compacted,
                         const VectorSnapshot &now) {
  std::vector<Part> old_parts;
  std::vector<Part> parts;
  std::vector<Part> later;
  for (const Part &part : now.parts()) {
    const bool is_old = std::ranges::any_of(
        before.parts(), [&](const Part &other) { return other.segment == part.segment; });
    (is_old ? old_parts : later).push_back(part);
  }
  const VectorSnapshot old(now.dimensions(), now.fingerprint(), std::move(old_parts));
  for (const Part &part : compacted.parts()) {
    RowSet live(part.segment->rows().size(),
                [&](RowId row) { return old.contains(part.segment->id_of(row.index())); });
    if (live.count() == live.bound()) {
      parts.push_back(part);
    } else if (live.count() > 0) {
      parts.push_back({part.segment, std::make_shared<const RowSet>(std::move(live))});
    }
  }
  parts.insert(parts.end(), later.begin(), later.end());
  return VectorSnapshot(now.dimensions(), now.fingerprint(), std::move(parts))
      .with_breadth(now.breadth());
}

}  // namespace

struct VectorStore::State {
  std::mutex changing;
  std::mutex pointing;  // held while the pointer is copied
  std::shared_ptr<const VectorSnapshot> newest;

  std::shared_ptr<const VectorSnapshot> get() {
    const std::lock_guard lock(pointing);
    return newest;
  }

  void put(VectorSnapshot changed) {
    auto next = std::make_shared<const VectorSnapshot>(std::move(changed));
    {
      const std::lock_guard lock(pointing);
      newest.swap(next);
    }
    // The old snapshot is destroyed here, outside the lock, unless it is still in use.
  }
};

VectorStore::VectorStore(VectorSnapshot first) : state_(std::make_unique<State>()) {
  state_->put(std::move(first));
}

VectorStore::~VectorStore() = default;

std::shared_ptr<const VectorSnapshot> VectorStore::snapshot() const { return state_->get(); }

void VectorStore::add(std::span<const RowId> ids, std::span<const float> vectors) {
  const std::lock_guard lock(state_->changing);
  state_->put(state_->get()->with(ids, vectors));
}

void VectorStore::remove(std::span<const RowId> ids) {
  const std::lock_guard lock(state_->changing);
  state_->put(state_->get()->without(ids));
}

void VectorStore::compact(const VectorCompaction &options, const Progress &progress) {
  const std::shared_ptr<const VectorSnapshot> before = state_->get();
  VectorSnapshot compacted = before->compacted(options, progress);
  const std::lock_guard lock(state_->changing);
  const std::shared_ptr<const VectorSnapshot> now = state_->get();
  if (now != before) compacted = caught_up(*before, compacted, *now);
  state_->put(std::move(compacted));
}

}  // namespace sluice::inline v0
