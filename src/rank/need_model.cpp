#include "sluice/rank/need_model.hpp"

#include <cstring>

#include "need_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice::inline v0 {

ElementNeeds NeedModel::predict(const NeedEvidence &of) const {
  const rank_detail::ElementFeatures features = rank_detail::need_features(of);
  ElementNeeds needs;
  const auto add = [](const BoostedTrees &trees, const std::vector<rank_detail::NeedFeatures> &rows,
                      std::vector<float> &to) {
    static_assert(sizeof(rank_detail::NeedFeatures) == rank_detail::need_columns * sizeof(float));
    if (rows.empty()) return;
    to.resize(rows.size());
    trees.score_rows({rows.front().data(), rows.size() * rank_detail::need_columns}, to);
    for (float &score : to) score = static_cast<float>(sigmoid(double{score}));
  };
  add(of_tables, features.of_tables, needs.tables);
  add(of_columns, features.of_columns, needs.columns);
  return needs;
}

std::string NeedModel::bytes() const {
  const std::string tables = of_tables.bytes(), columns = of_columns.bytes();
  const std::uint64_t size = tables.size();
  std::string bytes(sizeof(size), '\0');
  std::memcpy(bytes.data(), &size, sizeof(size));
  return bytes + tables + columns;
}

NeedModel NeedModel::parse(std::string_view bytes) {
  std::uint64_t size = 0;
  if (bytes.size() >= sizeof(size)) std::memcpy(&size, bytes.data(), sizeof(size));
  if (bytes.size() < sizeof(size) || size > bytes.size() - sizeof(size))
    throw Error(ErrorCode::malformed, "the need model is truncated");
  bytes.remove_prefix(sizeof(size));
  const auto of_tables = static_cast<std::size_t>(size);
  NeedModel parsed{BoostedTrees::parse(bytes.substr(0, of_tables)),
                   BoostedTrees::parse(bytes.substr(of_tables))};
  if (parsed.of_tables.columns() != rank_detail::need_columns ||
      parsed.of_columns.columns() != rank_detail::need_columns)
    throw Error(ErrorCode::malformed, "the need model has another number of features");
  return parsed;
}

}  // namespace sluice::inline v0
