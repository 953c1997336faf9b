#ifndef SLUICE_INDEX_VECTOR_STORE_HPP
#define SLUICE_INDEX_VECTOR_STORE_HPP

/// A vector index that can be changed while it is searched.

#include <memory>
#include <span>

#include "sluice/core/progress.hpp"
#include "sluice/index/vector_snapshot.hpp"

namespace sluice::inline v0 {

/// Holds the newest snapshot. Thread-safe. Readers take a snapshot and may keep it indefinitely.
/// Writers wait only for other writers, and a running compaction does not block them.
class VectorStore {
 public:
  explicit VectorStore(VectorSnapshot first);
  VectorStore(const VectorStore &) = delete;
  VectorStore &operator=(const VectorStore &) = delete;
  ~VectorStore();

  /// Copies a pointer.
  std::shared_ptr<const VectorSnapshot> snapshot() const;
  /// Like VectorSnapshot::with, without and compacted; if one throws, nothing has changed.
  void add(std::span<const RowId> ids, std::span<const float> vectors);
  void remove(std::span<const RowId> ids);
  void compact(const VectorCompaction &options, const Progress &progress = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
