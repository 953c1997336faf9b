#ifndef SLUICE_TESTS_ROUTE_TRADES_HPP
#define SLUICE_TESTS_ROUTE_TRADES_HPP

/// A small catalog, and a ranker that learns it in a moment.

#include <memory>
#include <string>
#include <vector>

#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::test {

inline TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  made.primary_key = {0};
  return made;
}

/// Four databases of four trades, each with a parent and a child table.
inline std::shared_ptr<const Catalog> trades() {
  const auto database = [](const char *name, TableDefinition a, TableDefinition b) {
    DatabaseDefinition made;
    made.name = name;
    made.tables = {std::move(a), std::move(b)};
    made.foreign_keys = {{1, {1}, 0, {0}}};
    return Database::make(made);
  };
  return Catalog::make({database("music", table("singer", {"singer_id", "name", "age"}),
                                 table("concert", {"concert_id", "singer_id", "city"})),
                        database("shop", table("customer", {"customer_id", "name", "email"}),
                                 table("invoice", {"invoice_id", "customer_id", "amount"})),
                        database("school", table("teacher", {"teacher_id", "surname", "salary"}),
                                 table("course", {"course_id", "teacher_id", "credits"})),
                        database("transport", table("airline", {"airline_id", "country", "fleet"}),
                                 table("flight", {"flight_id", "airline_id", "delay"}))});
}

/// Few trees, because there is little to learn and sanitizers make trees slow.
inline RankerTrainerOptions small_training() {
  RankerTrainerOptions options;
  options.folds = 2;
  options.tables.trees = options.columns.trees = 16;
  options.columns.depth = 5;
  return options;
}

struct Trained {
  std::shared_ptr<const Catalog> catalog = trades();
  std::shared_ptr<const JoinGraphs> graphs = std::make_shared<const JoinGraphs>(catalog);
  std::shared_ptr<const LexicalIndex> index = index_catalog(*catalog);
  RankerSchema schema{graphs, index, {*default_embedder(), {}}};

  std::vector<RankerExample> examples() const {
    std::vector<RankerExample> made;
    for (const TableId id : catalog->tables()) {
      for (const ColumnId column : catalog->columns(id)) {
        made.push_back({"show the " + std::string(catalog->column(column).name) + " of every " +
                            std::string(catalog->table(id).name),
                        catalog->database_of(id),
                        {id},
                        {column}});
      }
    }
    return made;
  }
  std::shared_ptr<const RankerModel> train() const {
    const RankerTrainingSet set{schema, examples(), {}};
    return train_ranker({&set, 1}, "trades", small_training());
  }
  Ranker ranker() const { return {schema, train()}; }
};

/// The trades with content: cities, people and countries.
inline RankerSchema with_content(const Trained &trained) {
  const auto column = [&](std::string_view path) {
    for (const ColumnId id : trained.catalog->columns()) {
      if (trained.catalog->path(id) == path) return id;
    }
    return ColumnId(SIZE_MAX);
  };
  std::vector<ValueSegmentBuilder> builders(trained.catalog->database_count());
  std::vector<ColumnId> first;
  for (const DatabaseId id : trained.catalog->databases())
    first.push_back(trained.catalog->columns(id)[0]);
  const auto add = [&](std::string_view path, std::initializer_list<const char *> values) {
    const ColumnId id = column(path);
    const DatabaseId owner = trained.catalog->database_of(id);
    for (const char *value : values)
      builders[owner.index()].add(id.index() - first[owner.index()].index(), value);
  };
  add("music.concert.city", {"Ghent", "Lyon", "Porto"});
  add("shop.customer.name", {"Alba", "Bruno", "Carla Prieto"});
  add("school.teacher.surname", {"Dupont", "Evans", "Fischer"});
  add("transport.airline.country", {"Chile", "Norway", "Lyon"});
  std::vector<std::shared_ptr<const ValueSegment>> segments;
  for (ValueSegmentBuilder &builder : builders) segments.push_back(builder.finish());
  return trained.schema.with_values(std::make_shared<const ValueIndex>(
      std::move(segments), std::move(first), trained.catalog->fingerprint()));
}

}  // namespace sluice::test

#endif
