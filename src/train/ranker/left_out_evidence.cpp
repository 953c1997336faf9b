#include "left_out_evidence.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0 {
namespace {

std::string evidence_name(std::string_view level, std::string_view feature) {
  return std::string(level) + '.' + std::string(feature);
}

}  // namespace

std::vector<EvidenceFeatureInfo> evidence_features() {
  std::vector<EvidenceFeatureInfo> all;
  const auto add = [&all](std::string_view level,
                          std::span<const route_detail::EvidenceFeature> features) {
    for (const route_detail::EvidenceFeature &of : features)
      all.push_back({evidence_name(level, of.name), of.source});
  };
  add("databases", route_detail::evidence::databases);
  add("tables", route_detail::evidence::tables);
  add("columns", route_detail::evidence::columns);
  return all;
}

namespace train_detail {

void check_left_out(std::span<const std::string> names) {
  const std::vector<EvidenceFeatureInfo> all = evidence_features();
  for (const std::string &name : names) {
    if (std::ranges::find(all, name, &EvidenceFeatureInfo::name) != all.end()) continue;
    std::string known;
    for (const EvidenceFeatureInfo &of : all) known += (known.empty() ? "" : ", ") + of.name;
    throw Error(ErrorCode::invalid_argument,
                "there is no feature of evidence \"" + name + "\"; there are " + known);
  }
}

void clear_left_out(std::string_view level, std::span<const route_detail::EvidenceFeature> features,
                    std::span<const std::string> names, RankedGroups &groups) {
  const std::vector<std::string> columns = route_detail::evidence_columns(features);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string name = evidence_name(level, route_detail::feature_of(columns[c]));
    if (std::ranges::find(names, name) == names.end()) continue;
    for (std::size_t at = c; at < groups.rows.size(); at += columns.size()) groups.rows[at] = 0;
  }
}

}  // namespace train_detail
}  // namespace sluice::inline v0
