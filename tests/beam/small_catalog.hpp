#ifndef SLUICE_TESTS_BEAM_SMALL_CATALOG_HPP
#define SLUICE_TESTS_BEAM_SMALL_CATALOG_HPP

/// Three small databases.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "sluice/beam/table_neighbors.hpp"

namespace sluice::test {

inline TableDefinition plain_table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  made.primary_key = {0};
  return made;
}

/// music: singer – performance – concert, and instrument without joins; shop: customer – purchase –
/// product; zoo: animal – keeper.
inline std::shared_ptr<const Catalog> small_catalog() {
  DatabaseDefinition music;
  music.name = "music";
  music.tables = {plain_table("singer", {"singer_key", "age", "country"}),
                  plain_table("performance", {"performance_key", "singer", "concert"}),
                  plain_table("concert", {"concert_key", "stadium", "year"}),
                  plain_table("instrument", {"instrument_key", "maker"})};
  music.foreign_keys = {{1, {1}, 0, {0}}, {1, {2}, 2, {0}}};
  DatabaseDefinition shop;
  shop.name = "shop";
  shop.tables = {plain_table("customer", {"customer_key", "name", "city"}),
                 plain_table("purchase", {"purchase_key", "customer", "product", "price"}),
                 plain_table("product", {"product_key", "colour", "weight"})};
  shop.foreign_keys = {{1, {1}, 0, {0}}, {1, {2}, 2, {0}}};
  DatabaseDefinition zoo;
  zoo.name = "zoo";
  zoo.tables = {plain_table("animal", {"animal_key", "species", "keeper"}),
                plain_table("keeper", {"keeper_key", "salary"})};
  zoo.foreign_keys = {{0, {2}, 1, {0}}};
  return Catalog::make({Database::make(music), Database::make(shop), Database::make(zoo)});
}

/// The catalog and what routing derives from it.
struct SmallSchema {
  std::shared_ptr<const Catalog> catalog = small_catalog();
  std::shared_ptr<const JoinGraphs> graphs = std::make_shared<JoinGraphs>(catalog);
  std::shared_ptr<const TableNeighbors> neighbors = std::make_shared<TableNeighbors>(*graphs);
  SchemaTokens tokens{*catalog};

  TableId table(const std::string &name) const {
    for (const DatabaseId database : catalog->databases()) {
      if (const auto found = catalog->find_table(database, name)) return *found;
    }
    return TableId(SIZE_MAX);
  }
  QuerySchema schema(const std::vector<std::string> &names) const {
    QuerySchema made{catalog->database_of(table(names.at(0))), {}};
    for (const std::string &name : names) made.tables.push_back(table(name));
    return made;
  }
};

}  // namespace sluice::test

#endif
