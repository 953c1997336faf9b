#include "routed_system.hpp"

#include <cstddef>
#include <utility>

namespace sluice::cli {

RoutedSystem::RoutedSystem(std::shared_ptr<const Catalog> catalog,
                           std::shared_ptr<const CatalogStore> store,
                           std::shared_ptr<const RankerModel> model, StoreCatalogOptions options)
    : catalog_(std::move(catalog)),
      store_(std::move(store), std::move(options)),
      model_(std::move(model)) {}

Ranking RoutedSystem::rank(const RankingQuery &query) const {
  constexpr std::size_t depth = 100, databases = 30;
  const Answer answer =
      store_.ask(query.question,
                 {.budget = depth, .databases = databases, .hallucinated = query.hallucinated});
  const Catalog &part = *answer.subset.catalog;
  const auto whole = [&](DatabaseId id) {
    return *catalog_->find_database(part.database(id).name());
  };
  const auto table_of = [&](TableId id) {
    const DatabaseId of = part.database_of(id);
    return catalog_->tables(whole(of))[id.index() - part.tables(of)[0].index()];
  };
  Ranking ranking;
  for (const auto &database : answer.databases) ranking.databases.push_back(whole(database.id));
  for (const auto &table : answer.tables) ranking.tables.push_back(table_of(table.id));
  for (const SubsetColumn &column : answer.subset.columns) {
    const TableId of = part.table_of(column.id);
    ranking.columns.push_back(
        catalog_->columns(table_of(of))[column.id.index() - part.columns(of)[0].index()]);
  }
  if (answer.trained && !answer.databases.empty())
    ranking.database_probability = answer.databases.front().score;
  return ranking;
}

bool RoutedSystem::is_trained() const { return model_ != nullptr; }

bool RoutedSystem::has_seen(DatabaseId database, std::string_view question) const {
  return model_ != nullptr && model_->has_seen(catalog_->database(database).name(), question);
}

bool RoutedSystem::evidence_has_seen(DatabaseId database, std::string_view question) const {
  return model_ != nullptr &&
         model_->evidence_has_seen(catalog_->database(database).name(), question);
}

}  // namespace sluice::cli
