#include "sluice/index/vector_segment.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0 {
namespace {

constexpr FourCc file_kind{'V', 'E', 'C', 'S'};
constexpr FourCc meta_section{'m', 'e', 't', 'a'};
constexpr FourCc ids_section{'r', 'o', 'w', 's'};
constexpr FourCc scales_section{'s', 'c', 'a', 'l'};
constexpr FourCc upper_section{'u', 'p', 'p', 'r'};
constexpr FourCc upper_links_section{'u', 'p', 'l', 'n'};
constexpr FourCc codes_section{'c', 'o', 'd', 'e'};
constexpr FourCc row_links_section{'l', 'i', 'n', 'k'};

struct Meta {
  std::uint32_t dimensions = 0;
  std::uint32_t first_id = 0;
  std::uint32_t links = 0;  ///< 0: no graph.
  std::uint32_t levels = 0;
  std::uint32_t start = 0;
};

static_assert(sizeof(RowId) == sizeof(std::uint32_t));
static_assert(sizeof(HnswGraph::UpperNode) == 2 * sizeof(std::uint32_t));

bool rise(std::span<const RowId> ids) {
  bool rising = true;
  for (std::size_t i = 1; i < ids.size(); ++i) rising &= ids[i - 1] < ids[i];
  return rising;
}

template <class Record>
std::span<const Record> records_in(const CheckedSection &section) {
  if (section.bytes().size() % sizeof(Record) != 0) section.fail("a section has a broken size");
  return {reinterpret_cast<const Record *>(section.bytes().data()),
          section.bytes().size() / sizeof(Record)};
}

}  // namespace

struct VectorSegment::File {
  SegmentFile segment;
};

VectorSegment::VectorSegment(QuantizedRows rows, std::vector<RowId> ids, std::uint64_t fingerprint,
                             std::optional<HnswGraph> graph)
    : rows_(std::move(rows)),
      ids_(std::move(ids)),
      fingerprint_(fingerprint),
      graph_(std::move(graph)) {
  const auto refuse = [](std::string_view why) { throw Error(ErrorCode::invalid_argument, why); };
  if (ids_.empty()) refuse("a segment without vectors");
  if (ids_.size() != rows_.size()) refuse("vectors and their ids differ in number");
  if (graph_ && graph_->rows() != rows_.size()) refuse("a graph and its vectors differ in number");
  if (!rise(ids_)) refuse("the ids of vectors are not ascending");
  first_id_ = ids_.front().value;
  if (ids_.back().value - first_id_ == ids_.size() - 1) ids_ = {};
}

VectorSegment::VectorSegment(std::shared_ptr<const File> file)
    : rows_(1), fingerprint_(file->segment.fingerprint()), file_(std::move(file)) {
  const SegmentFile &segment = file_->segment;
  const auto metas = segment.records<Meta>(meta_section);
  if (metas.size() != 1) segment.fail("has an invalid section \"meta\"");
  const Meta &meta = metas.front();
  try {
    const CheckedSection &codes = segment.section_in_blocks(codes_section);
    rows_ = QuantizedRows(file_, records_in<std::int8_t>(codes),
                          segment.records<float>(scales_section), meta.dimensions, &codes);
    const auto ids = segment.records<RowId>(ids_section);
    if (rows_.size() == 0) segment.fail("holds no vectors");
    first_id_ = ids.empty() ? meta.first_id : ids.front().value;
    if (ids.empty() ? meta.first_id > UINT32_MAX - (rows_.size() - 1)
                    : ids.size() != rows_.size() || !rise(ids)) {
      segment.fail("has inconsistent ids");
    }
    ids_.assign(ids.begin(), ids.end());
    if (meta.links == 0) return;
    const CheckedSection &row_links = segment.section_in_blocks(row_links_section);
    const HnswGraph::Parts parts{.links = meta.links,
                                 .levels = meta.levels,
                                 .start = meta.start,
                                 .upper = segment.records<HnswGraph::UpperNode>(upper_section),
                                 .upper_links = segment.records<std::uint32_t>(upper_links_section),
                                 .row_links = records_in<std::uint32_t>(row_links)};
    graph_.emplace(file_, parts, rows_.size(), &row_links);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::invalid_argument) throw;
    segment.fail(fmt::format("is inconsistent: {}", error.message()));
  }
}

std::shared_ptr<const VectorSegment> VectorSegment::open(const std::string &path,
                                                         std::uint64_t fingerprint) {
  auto file = std::make_shared<const File>(File{SegmentFile(path, file_kind)});
  if (file->segment.fingerprint() != fingerprint) {
    throw Error(ErrorCode::mismatch,
                fmt::format("holds vectors of another embedder (fingerprint {:016x}, expected "
                            "{:016x}); index again",
                            file->segment.fingerprint(), fingerprint),
                {path});
  }
  return std::shared_ptr<const VectorSegment>(new VectorSegment(std::move(file)));
}

std::uint64_t VectorSegment::checksum() const noexcept {
  return file_ ? file_->segment.checksum() : 0;
}

std::string VectorSegment::bytes() const {
  check();
  Meta meta;
  meta.dimensions = static_cast<std::uint32_t>(rows_.dimensions());
  meta.first_id = first_id_;
  SegmentWriter writer(file_kind, fingerprint_);
  if (graph_) {
    const HnswGraph::Parts &parts = graph_->parts();
    meta.links = static_cast<std::uint32_t>(parts.links);
    meta.levels = static_cast<std::uint32_t>(parts.levels);
    meta.start = parts.start;
    writer.add(upper_section, parts.upper);
    writer.add(upper_links_section, parts.upper_links);
    writer.add_in_blocks(row_links_section, parts.row_links);
  }
  writer.add(meta_section, std::span<const Meta>(&meta, 1));
  writer.add(ids_section, std::span<const RowId>(ids_));
  writer.add(scales_section, rows_.scales());
  writer.add_in_blocks(codes_section, rows_.codes());
  return writer.bytes();
}

void VectorSegment::check() const {
  rows_.check(0, rows_.size());
  if (!graph_) return;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    graph_->links_of(static_cast<std::uint32_t>(row));
  }
}

std::optional<std::size_t> VectorSegment::row_of(RowId id) const noexcept {
  if (ids_.empty()) {
    if (id.value < first_id_ || id.value - first_id_ >= rows_.size()) return std::nullopt;
    return id.value - first_id_;
  }
  const auto at = std::ranges::lower_bound(ids_, id);
  if (at == ids_.end() || *at != id) return std::nullopt;
  return static_cast<std::size_t>(at - ids_.begin());
}

std::optional<RowId> VectorSegment::ids_from() const noexcept {
  if (!ids_.empty()) return std::nullopt;
  return RowId(first_id_);
}

}  // namespace sluice::inline v0
