#include "sluice/rank/shape_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "packed_weights.hpp"
#include "shape_parts.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/rank/query_labels.hpp"

namespace sluice::inline v0 {
namespace {

constexpr FourCc part_hashes{'P', 'A', 'R', 'T'};
constexpr FourCc part_rarities{'R', 'A', 'R', 'E'};
constexpr rank_detail::PackedNames question_weights{{'Q', 'U', 'E', 'S'}, {'Q', 'U', 'S', 'C'}};
constexpr rank_detail::PackedNames shape_weights{{'S', 'H', 'A', 'P'}, {'S', 'H', 'S', 'C'}};

/// A limit on the number of parts, beyond that of any training.
constexpr std::size_t max_parts = std::size_t{1} << 20;

}  // namespace

namespace rank_detail {

std::vector<ShapePart> shape_parts(const QueryShape &shape, std::uint64_t clauses,
                                   std::span<const std::uint64_t> parts,
                                   std::span<const float> rarities) {
  std::vector<ShapePart> made;
  double squares = 0;
  for (const auto &[hash, count] : shape.profile()) {
    const auto at = std::ranges::lower_bound(parts, hash);
    if (at == parts.end() || *at != hash) continue;
    const auto row = static_cast<std::uint32_t>(at - parts.begin());
    const double share = (1 + std::log(static_cast<double>(count))) * rarities[row];
    squares += share * share;
    made.push_back({row, static_cast<float>(share)});
  }
  const auto inverse = static_cast<float>(squares > 0 ? 1 / std::sqrt(squares) : 0);
  for (ShapePart &part : made) part.share *= inverse;
  for (; clauses != 0; clauses &= clauses - 1) {
    const auto clause = static_cast<std::uint32_t>(std::countr_zero(clauses));
    made.push_back({static_cast<std::uint32_t>(parts.size()) + clause, 1});
  }
  return made;
}

}  // namespace rank_detail

ShapeVector ShapeModel::vector_of(std::span<const std::uint32_t> question) const {
  return of_questions.scores_of<shape_dimensions>(question);
}

ShapeVector ShapeModel::vector_of(const QueryShape &shape, std::uint64_t clauses) const {
  ShapeVector vector{};
  for (const auto &[row, share] : rank_detail::shape_parts(shape, clauses, parts, rarities)) {
    const std::int8_t *weights = of_shapes.weights.data() + std::size_t{row} * shape_dimensions;
    for (std::size_t d = 0; d < shape_dimensions; ++d)
      vector[d] += share * static_cast<float>(weights[d]);
  }
  for (std::size_t d = 0; d < shape_dimensions; ++d) vector[d] *= of_shapes.scales[d];
  return vector;
}

void ShapeModel::write(SegmentWriter &writer) const {
  rank_detail::write_packed(writer, question_weights, of_questions);
  writer.add(part_hashes, std::span<const std::uint64_t>(parts));
  writer.add(part_rarities, std::span<const float>(rarities));
  rank_detail::write_packed(writer, shape_weights, of_shapes);
}

ShapeModel ShapeModel::read(const SegmentFile &file) {
  ShapeModel model;
  const auto hashes = file.records<std::uint64_t>(part_hashes);
  const auto rarities = file.records<float>(part_rarities);
  const auto is_rarity = [](float x) { return std::isfinite(x) && x > 0; };
  if (hashes.size() > max_parts || rarities.size() != hashes.size() ||
      !std::ranges::is_sorted(hashes, std::less_equal{}) ||
      !std::ranges::all_of(rarities, is_rarity))
    file.fail("has broken parts of shapes");
  model.parts.assign(hashes.begin(), hashes.end());
  model.rarities.assign(rarities.begin(), rarities.end());
  model.of_questions =
      rank_detail::read_packed(file, question_weights, question_features, shape_dimensions);
  model.of_shapes = rank_detail::read_packed(file, shape_weights, model.parts.size() + clause_count,
                                             shape_dimensions);
  return model;
}

std::uint64_t usual_clauses(std::vector<std::uint64_t> clauses) {
  std::ranges::sort(clauses);
  std::uint64_t usual = 0;
  std::size_t most = 0;
  for (auto begin = clauses.begin(); begin != clauses.end();) {
    const auto end = std::upper_bound(begin, clauses.end(), *begin);
    const auto count = static_cast<std::size_t>(end - begin);
    if (count > most) {
      most = count;
      usual = *begin;
    }
    begin = end;
  }
  return usual;
}

}  // namespace sluice::inline v0
