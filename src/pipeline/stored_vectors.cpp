#include "stored_vectors.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/index/vector_segment.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

/// One of the sets of vectors, with its name in file names and in the catalog.
struct Set {
  std::string_view name;
  QuantizedRows MeaningVectors::*rows;
  std::uint64_t MeaningVectors::*embedder;
  std::optional<HnswGraph> MeaningVectors::*graph = nullptr;  // nullptr: never has a graph
};
constexpr std::array<Set, 3> sets{{
    {"table", &MeaningVectors::tables, &MeaningVectors::sentences, &MeaningVectors::table_graph},
    {"column", &MeaningVectors::columns, &MeaningVectors::sentences, &MeaningVectors::column_graph},
    {"word", &MeaningVectors::words, &MeaningVectors::single_words},
}};
/// Sets for the trained ranker, which older indexes do not have.
constexpr std::array<Set, 3> ranker_sets{{
    {"qualified", &MeaningVectors::qualified, &MeaningVectors::sentences},
    {"database", &MeaningVectors::databases, &MeaningVectors::sentences},
    {"stem", &MeaningVectors::stems, &MeaningVectors::sentences},
}};

std::string kind_of(const Set &set) {
  return fmt::format("{} vectors {}", set.name, MeaningVectors::form);
}

std::string inside(const std::string &folder, const std::string &name) {
  return (std::filesystem::path(folder) / name).string();
}

StoredSegment write(const std::string &folder, const Set &set, const MeaningVectors &vectors) {
  const QuantizedRows &rows = vectors.*set.rows;
  const std::uint64_t embedder = vectors.*set.embedder;
  std::vector<RowId> ids;
  for (std::size_t row = 0; row < rows.size(); ++row) ids.emplace_back(row);
  std::optional<HnswGraph> graph;
  if (set.graph != nullptr) graph = vectors.*set.graph;
  const std::string bytes = VectorSegment(rows, std::move(ids), embedder, std::move(graph)).bytes();
  StoredSegment stored;
  stored.kind = kind_of(set);
  stored.file = write_segment(folder, fmt::format("{}-vectors", set.name), bytes);
  stored.rows = rows.size();
  stored.embedder = embedder;
  stored.fingerprint = VectorSegment::open(inside(folder, stored.file), embedder)->checksum();
  return stored;
}

const StoredSegment *find(const StoredCatalog &stored, const Set &set) {
  for (const StoredSegment &segment : stored.segments) {
    if (segment.kind == kind_of(set)) return &segment;
  }
  return nullptr;
}

/// Maps the rows of a set, and its graph if the file has one.
void open(const std::string &folder, const StoredSegment &stored, const Set &set,
          MeaningVectors &vectors) {
  const std::string path = inside(folder, stored.file);
  const auto segment = VectorSegment::open(path, stored.embedder);
  if (segment->checksum() != stored.fingerprint || segment->rows().size() != stored.rows ||
      segment->ids_from() != RowId(0)) {
    throw Error(ErrorCode::mismatch, "is not the file that the catalog lists; index again", {path});
  }
  vectors.*set.rows = segment->rows();
  if (set.graph == nullptr) return;
  (vectors.*set.graph).reset();
  if (segment->graph() != nullptr) (vectors.*set.graph).emplace(*segment->graph());
}

/// Whether the file exists and is valid.
bool holds(const std::string &path, std::string_view bytes) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  return !missing && size == bytes.size() && MappedFile(path).bytes() == bytes;
}

}  // namespace

std::string write_segment(const std::string &folder, std::string_view kind,
                          std::string_view bytes) {
  std::string name = fmt::format("{}-{:016x}.segment", kind, hash64(bytes));
  const std::string path = inside(folder, name);
  if (!holds(path, bytes)) write_file(path, bytes);
  return name;
}

std::vector<StoredSegment> write_vectors(const std::string &folder, const MeaningVectors &vectors) {
  for (const Set &set : sets) {
    if ((vectors.*set.rows).size() == 0) return {};
  }
  std::vector<StoredSegment> written;
  for (const Set &set : sets) written.push_back(write(folder, set, vectors));
  for (const Set &set : ranker_sets) {
    if ((vectors.*set.rows).size() != 0) written.push_back(write(folder, set, vectors));
  }
  return written;
}

std::shared_ptr<const MeaningVectors> open_vectors(const std::string &folder,
                                                   const StoredCatalog &stored) {
  std::size_t listed = 0;
  for (const Set &set : sets) listed += find(stored, set) != nullptr ? 1 : 0;
  if (listed == 0) return nullptr;
  auto opened = std::make_shared<MeaningVectors>();
  for (const Set &set : ranker_sets) {
    if (const StoredSegment *segment = find(stored, set)) open(folder, *segment, set, *opened);
  }
  for (const Set &set : sets) {
    const StoredSegment *segment = find(stored, set);
    if (segment == nullptr) {
      throw Error(ErrorCode::malformed,
                  fmt::format("lists vectors, but no {} vectors; index again", set.name),
                  {inside(folder, "catalog.sqlite")});
    }
    open(folder, *segment, set, *opened);
    (*opened).*set.embedder = segment->embedder;
  }
  return opened;
}

}  // namespace sluice::inline v0::pipeline_detail
