#include "compaction.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice::inline v0::index_detail {
namespace {

using Part = VectorSnapshot::Part;

struct LiveRow {
  RowId id;
  std::uint32_t part = 0;
  std::uint32_t row = 0;
};

/// Sorted by id.
std::vector<LiveRow> live_rows(std::span<const Part> parts) {
  std::vector<LiveRow> rows;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const VectorSegment &segment = *parts[p].segment;
    for (std::size_t row = 0; row < segment.rows().size(); ++row) {
      if (parts[p].live && !parts[p].live->contains(RowId(row))) continue;
      rows.push_back(
          {segment.id_of(row), static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(row)});
    }
  }
  const auto by_id = [](const LiveRow &row) { return row.id; };
  if (!std::ranges::is_sorted(rows, {}, by_id)) std::ranges::sort(rows, {}, by_id);
  return rows;
}

QuantizedRows rows_of(std::span<const Part> parts, std::span<const LiveRow> live) {
  const QuantizedRows &first = parts.front().segment->rows();
  if (parts.size() == 1 && live.size() == first.size()) return first;  // shared if nothing changes
  RowQuantizer quantizer(first.dimensions());
  std::vector<std::uint32_t> run;  // rows of the same segment
  for (std::size_t i = 0; i < live.size(); ++i) {
    run.push_back(live[i].row);
    if (i + 1 < live.size() && live[i + 1].part == live[i].part) continue;
    quantizer.add(parts[live[i].part].segment->rows(), run);
    run.clear();
  }
  return quantizer.finish();
}

std::shared_ptr<const VectorSegment> segment_of(std::span<const Part> parts,
                                                std::span<const LiveRow> live,
                                                const std::optional<HnswOptions> &graph_options,
                                                const Progress &progress) {
  const VectorSegment &first = *parts.front().segment;
  std::vector<RowId> ids;
  ids.reserve(live.size());
  for (const LiveRow &row : live) ids.push_back(row.id);
  QuantizedRows rows = rows_of(parts, live);
  std::optional<HnswGraph> graph;
  if (graph_options) graph = HnswGraph::build(rows, *graph_options, progress);
  return std::make_shared<const VectorSegment>(std::move(rows), std::move(ids), first.fingerprint(),
                                               std::move(graph));
}

}  // namespace

std::shared_ptr<const VectorSegment> merge(std::span<const Part> parts) {
  return segment_of(parts, live_rows(parts), std::nullopt, {});
}

std::vector<Part> compact(std::span<const Part> parts, const VectorCompaction &options,
                          const Progress &progress) {
  if (options.segments == 0 || options.threads == 0) {
    throw Error(ErrorCode::invalid_argument, "compaction needs at least 1 segment and 1 thread");
  }
  const std::vector<LiveRow> live = live_rows(parts);
  const std::size_t count = std::min(options.segments, live.size());
  std::vector<Part> made(count);
  const auto make = [&](std::size_t s, const Progress &reports) {
    const std::size_t begin = s * live.size() / count;
    const std::size_t end = (s + 1) * live.size() / count;
    reports.step("compacting vectors", begin, live.size());
    made[s].segment =
        segment_of(parts, std::span(live).subspan(begin, end - begin), options.graph, reports);
  };
  run_jobs(count, options.threads, make, progress);
  return made;
}

}  // namespace sluice::inline v0::index_detail
