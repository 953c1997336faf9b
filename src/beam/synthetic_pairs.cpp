#include "sluice/beam/synthetic_pairs.hpp"

#include <algorithm>
#include <memory>

#include "beam/template_questioner.hpp"

namespace sluice::inline v0 {
namespace {

TemplateQuestioner questioner_of(const std::shared_ptr<const Catalog> &catalog,
                                 std::span<const RoutingPair> asked) {
  if (!asked.empty()) {
    return {catalog, QuestionTemplates::mine(asked, *catalog),
            WordAlternatives::from_pairs(asked, *catalog)};
  }
  return {catalog, QuestionTemplates::builtin(),
          Synonyms::is_shipped() ? WordAlternatives::from_synonyms(Synonyms::shipped(), *catalog)
                                 : WordAlternatives()};
}

}  // namespace

std::vector<RoutingPair> synthesize_pairs(const JoinGraphs &graphs,
                                          std::span<const RoutingPair> asked, std::size_t count,
                                          std::uint64_t seed, const Progress &progress) {
  const auto catalog = graphs.share_catalog();
  const TemplateQuestioner questioner = questioner_of(catalog, asked);
  const SchemaWalks walks(catalog, std::make_shared<TableNeighbors>(graphs),
                          {.sizes = questioner.templates().sizes()});
  return synthesize_pairs(walks, questioner, count, seed, progress);
}

std::size_t usual_pair_count(const Catalog &catalog) noexcept {
  return std::clamp<std::size_t>(50 * catalog.table_count(), 200, 20'000);
}

}  // namespace sluice::inline v0
