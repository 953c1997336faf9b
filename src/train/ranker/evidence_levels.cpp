#include "evidence_levels.hpp"

#include <cstddef>
#include <vector>

#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0 {
namespace train_detail {

std::span<const route_detail::EvidenceFeature> features_of(EvidenceLevel level) {
  switch (level) {
    case EvidenceLevel::databases: return route_detail::evidence::databases;
    case EvidenceLevel::tables: return route_detail::evidence::tables;
    case EvidenceLevel::columns: break;
  }
  return route_detail::evidence::columns;
}

std::string evidence_name(EvidenceLevel level, std::string_view feature) {
  constexpr std::array<std::string_view, 3> names{"databases", "tables", "columns"};
  return std::string(names[static_cast<std::size_t>(level)]) + '.' + std::string(feature);
}

}  // namespace train_detail

std::vector<EvidenceFeatureInfo> evidence_features() {
  std::vector<EvidenceFeatureInfo> all;
  for (const train_detail::EvidenceLevel level : train_detail::evidence_levels) {
    for (const route_detail::EvidenceFeature &of : train_detail::features_of(level))
      all.push_back({train_detail::evidence_name(level, of.name), of.source});
  }
  return all;
}

}  // namespace sluice::inline v0
