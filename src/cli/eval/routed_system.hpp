#ifndef SLUICE_SRC_CLI_EVAL_ROUTED_SYSTEM_HPP
#define SLUICE_SRC_CLI_EVAL_ROUTED_SYSTEM_HPP

/// Ranking over a store whose catalog is too large to rank as a whole.

#include <memory>
#include <string_view>

#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/pipeline/store_catalog.hpp"
#include "sluice/route/ranker_model.hpp"

namespace sluice::cli {

/// The system `default` over a store: the store selects databases, and the rest happens within
/// them. Immutable; as thread-safe as the store.
class RoutedSystem final : public RankingSystem {
 public:
  /// `catalog` is the whole catalog, whose ids the rankings have. `model`, which may be nullptr,
  /// only says what was trained on.
  RoutedSystem(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const CatalogStore> store,
               std::shared_ptr<const RankerModel> model, StoreCatalogOptions options);

  Ranking rank(const RankingQuery &query) const override;
  bool is_trained() const override;
  bool has_seen(DatabaseId database, std::string_view question) const override;
  bool evidence_has_seen(DatabaseId database, std::string_view question) const override;

 private:
  std::shared_ptr<const Catalog> catalog_;
  StoreCatalog store_;
  std::shared_ptr<const RankerModel> model_;
};

}  // namespace sluice::cli

#endif
