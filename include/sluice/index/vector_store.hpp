#ifndef SLUICE_INDEX_VECTOR_STORE_HPP
#define SLUICE_INDEX_VECTOR_STORE_HPP

/// A vector index that changes while it is read.

#include <memory>
#include <span>

#include "sluice/core/progress.hpp"
#include "sluice/index/vector_snapshot.hpp"

namespace sluice {

/// Holds the newest snapshot. Any threads at once: who reads takes a snapshot and keeps it as long
/// as he likes; who changes waits for other changes only, and compaction lets changes pass while it
/// works.
class VectorStore {
 public:
  explicit VectorStore(VectorSnapshot first);
  VectorStore(const VectorStore &) = delete;
  VectorStore &operator=(const VectorStore &) = delete;
  ~VectorStore();

  /// Copies a pointer.
  std::shared_ptr<const VectorSnapshot> snapshot() const;
  /// As VectorSnapshot::with, without and compacted; where they throw, nothing changed.
  void add(std::span<const RowId> ids, std::span<const float> vectors);
  void remove(std::span<const RowId> ids);
  void compact(const VectorCompaction &options, const Progress &progress = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice

#endif
