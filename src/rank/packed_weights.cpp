#include "packed_weights.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "core/compression.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0::rank_detail {

void write_packed(SegmentWriter &writer, const PackedNames &names, const HashedModel &model) {
  const std::string packed =
      compressed({reinterpret_cast<const char *>(model.weights.data()), model.weights.size()});
  writer.add(names.weights, packed);
  writer.add(names.scales, std::span<const float>(model.scales));
}

HashedModel read_packed(const SegmentFile &file, const PackedNames &names, std::size_t features,
                        std::size_t labels) {
  HashedModel model;
  model.labels = labels;
  const std::size_t size = features * labels;
  std::string unpacked;
  try {
    unpacked = decompressed(file.section(names.weights), {}, size);
  } catch (const Error &error) {
    file.fail(error.message());
  }
  const auto scales = file.records<float>(names.scales);
  const bool finite = std::ranges::all_of(scales, [](float s) { return std::isfinite(s); });
  if (unpacked.size() != size || scales.size() != labels || !finite)
    file.fail("has weights of another size");
  model.weights.resize(size);
  std::ranges::transform(unpacked, model.weights.begin(),
                         [](char byte) { return static_cast<std::int8_t>(byte); });
  model.scales.assign(scales.begin(), scales.end());
  return model;
}

}  // namespace sluice::inline v0::rank_detail
