#include "sluice/index/vector_snapshot.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compaction.hpp"
#include "exact_scan.hpp"
#include "hnsw_search.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

using Part = VectorSnapshot::Part;

[[noreturn]] void refuse(std::string_view why) { throw Error(ErrorCode::invalid_argument, why); }

std::size_t live_rows(const Part &part) {
  return part.live ? part.live->count() : part.segment->rows().size();
}

bool lives(const Part &part, std::size_t row) {
  return !part.live || part.live->contains(RowId(row));
}

/// The part without these ids; the same part if it contains none of them.
Part part_without(const Part &part, std::span<const RowId> ids) {
  std::shared_ptr<RowSet> live;
  for (const RowId id : ids) {
    const std::optional<std::size_t> row = part.segment->row_of(id);
    if (!row || !lives(part, *row)) continue;
    if (!live) {
      live = part.live
                 ? std::make_shared<RowSet>(*part.live)
                 : std::make_shared<RowSet>(part.segment->rows().size(), RowSet::Holds::everything);
    }
    live->erase(RowId(*row));
  }
  return live ? Part{part.segment, std::move(live)} : part;
}

std::vector<Part> parts_without(std::span<const Part> parts, std::span<const RowId> ids) {
  std::vector<Part> kept;
  for (const Part &part : parts) {
    Part left = part_without(part, ids);
    if (live_rows(left) > 0) kept.push_back(std::move(left));
  }
  return kept;
}

/// The new rows as a part, sorted by id.
Part part_of(std::span<const RowId> ids, std::span<const float> vectors, std::size_t dimensions,
             std::uint64_t fingerprint) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return ids[i]; });
  std::vector<RowId> sorted;
  RowQuantizer rows(dimensions);
  for (const std::size_t i : order) {
    if (!sorted.empty() && sorted.back() == ids[i]) {
      refuse(fmt::format("the row {} is added twice", ids[i].value));
    }
    sorted.push_back(ids[i]);
    rows.add(vectors.subspan(i * dimensions, dimensions));
  }
  return {std::make_shared<const VectorSegment>(rows.finish(), std::move(sorted), fingerprint),
          nullptr};
}

/// Merges the last parts while they are small compared with those after them, so that adding rows
/// one by one creates few segments.
void settle(std::vector<Part> &parts) {
  constexpr std::size_t max_rows = 32'768;
  while (parts.size() > 1) {
    const Part &last = parts.back();
    const Part &before = parts[parts.size() - 2];
    const std::size_t rows = live_rows(last) + live_rows(before);
    if (before.segment->graph() != nullptr || rows > max_rows ||
        live_rows(before) > 2 * live_rows(last)) {
      return;
    }
    Part merged{index_detail::merge(std::span(parts).last(2)), nullptr};
    parts.pop_back();
    parts.back() = std::move(merged);
  }
}

}  // namespace

VectorSnapshot::VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint)
    : VectorSnapshot(dimensions, fingerprint, {}) {}

VectorSnapshot::VectorSnapshot(std::size_t dimensions, std::uint64_t fingerprint,
                               std::vector<Part> parts)
    : dimensions_(QuantizedRows(dimensions).dimensions()),
      fingerprint_(fingerprint),
      parts_(std::move(parts)) {
  for (const Part &part : parts_) {
    const VectorSegment &segment = *part.segment;
    if (segment.fingerprint() != fingerprint_) {
      throw Error(ErrorCode::mismatch,
                  fmt::format("vectors of another embedder (fingerprint {:016x}, expected {:016x})",
                              segment.fingerprint(), fingerprint_));
    }
    if (segment.rows().dimensions() != dimensions_) {
      refuse(fmt::format("vectors of {} numbers; expected {}", segment.rows().dimensions(),
                         dimensions_));
    }
    if (part.live && part.live->bound() != segment.rows().size()) {
      refuse("a segment and the set of its live rows differ in number");
    }
    live_ += live_rows(part);
    size_ = std::max(size_, segment.id_of(segment.rows().size() - 1).index() + 1);
  }
}

bool VectorSnapshot::contains(RowId id) const noexcept {
  return std::ranges::any_of(parts_, [&](const Part &part) {
    const std::optional<std::size_t> row = part.segment->row_of(id);
    return row && lives(part, *row);
  });
}

VectorSnapshot VectorSnapshot::with(std::span<const RowId> ids,
                                    std::span<const float> vectors) const {
  if (vectors.size() != ids.size() * dimensions_) refuse("vectors and their ids differ in number");
  if (ids.empty()) return *this;
  Part added = part_of(ids, vectors, dimensions_, fingerprint_);
  std::vector<Part> parts = parts_without(parts_, ids);
  parts.push_back(std::move(added));
  settle(parts);
  return VectorSnapshot(dimensions_, fingerprint_, std::move(parts)).with_breadth(breadth_);
}

VectorSnapshot VectorSnapshot::without(std::span<const RowId> ids) const {
  return VectorSnapshot(dimensions_, fingerprint_, parts_without(parts_, ids))
      .with_breadth(breadth_);
}

VectorSnapshot VectorSnapshot::compacted(const VectorCompaction &options,
                                         const Progress &progress) const {
  return VectorSnapshot(dimensions_, fingerprint_, index_detail::compact(parts_, options, progress))
      .with_breadth(breadth_);
}

VectorSnapshot VectorSnapshot::with_breadth(std::size_t breadth) const {
  VectorSnapshot changed = *this;
  changed.breadth_ = breadth;
  return changed;
}

template <class VisibleRows>
std::vector<Scored<RowId>> VectorSnapshot::search_parts(std::span<const float> query, std::size_t k,
                                                        VisibleRows visible_rows) const {
  const index_detail::QuantizedQuery quantized(query, QuantizedRows(dimensions_));
  TopK<RowId> best(k);
  for (const Part &part : parts_) {
    const VectorSegment &segment = *part.segment;
    const HnswGraph *graph = breadth_ == 0 ? nullptr : segment.graph();
    const std::optional<RowSet> masked = visible_rows(part);
    const RowSet *visible = masked ? &*masked : part.live.get();
    for (const auto &found :
         index_detail::find_best(graph, segment.rows(), quantized, k, breadth_, visible)) {
      best.offer(segment.id_of(found.id.index()), found.score);
    }
  }
  return best.take();
}

std::vector<Scored<RowId>> VectorSnapshot::search(std::span<const float> query,
                                                  std::size_t k) const {
  return search_parts(query, k, [](const Part &) { return std::optional<RowSet>(); });
}

std::vector<Scored<RowId>> VectorSnapshot::search(std::span<const float> query, std::size_t k,
                                                  const RowSet &visible) const {
  return search_parts(query, k, [&](const Part &part) {
    const VectorSegment &segment = *part.segment;
    std::optional<RowSet> rows;
    if (const std::optional<RowId> first = segment.ids_from()) {
      rows = visible.slice(first->index(), segment.rows().size());
      if (part.live) rows->intersect(*part.live);
    } else {
      rows.emplace(segment.rows().size(), [&](RowId row) {
        return visible.contains(segment.id_of(row.index())) && lives(part, row.index());
      });
    }
    return rows;
  });
}

std::vector<Scored<RowId>> VectorSnapshot::search(std::span<const float> query, std::size_t k,
                                                  function_ref<bool(RowId)> eligible) const {
  return search_parts(query, k, [&](const Part &part) {
    return std::optional<RowSet>(std::in_place, part.segment->rows().size(), [&](RowId row) {
      return lives(part, row.index()) && eligible(part.segment->id_of(row.index()));
    });
  });
}

void VectorSnapshot::similarities(std::span<const float> query, std::span<float> cosines) const {
  if (cosines.size() != size_) refuse("there must be room for one cosine per id");
  const index_detail::QuantizedQuery quantized(query, QuantizedRows(dimensions_));
  std::ranges::fill(cosines, 0.0F);
  for (const Part &part : parts_) {
    const auto take = [&](std::size_t first, std::span<const float> found) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (lives(part, first + i)) cosines[part.segment->id_of(first + i).index()] = found[i];
      }
    };
    index_detail::scan_cosines(part.segment->rows(), quantized, take);
  }
}

void VectorSnapshot::similarities(std::span<const float> query, std::span<const RowId> wanted,
                                  std::span<float> cosines) const {
  if (cosines.size() != wanted.size()) refuse("there must be room for one cosine per id");
  const index_detail::QuantizedQuery quantized(query, QuantizedRows(dimensions_));
  std::ranges::fill(cosines, 0.0F);
  for (const Part &part : parts_) {
    std::vector<RowId> rows;
    std::vector<std::size_t> places;  // of the rows among the wanted ids
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::optional<std::size_t> row = part.segment->row_of(wanted[i]);
      if (!row || !lives(part, *row)) continue;
      rows.emplace_back(*row);
      places.push_back(i);
    }
    std::vector<float> found(rows.size());
    index_detail::some_cosines(part.segment->rows(), quantized, rows, found);
    for (std::size_t i = 0; i < found.size(); ++i) cosines[places[i]] = found[i];
  }
}

}  // namespace sluice::inline v0
