#ifndef SLUICE_TESTS_SUPPORT_RANDOM_SCHEMA_HPP
#define SLUICE_TESTS_SUPPORT_RANDOM_SCHEMA_HPP

/// Random schemas and masks, small and with many special cases: shared names, odd keys, empty
/// texts.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::test {

inline std::string random_text(Random &random) {
  static const std::vector<std::string> texts{
      "", "a", "Name of the \"thing\"", "line\nbreak", "Größe", "北京", "\\u0041", "7", "' OR 1"};
  return texts[random.below(texts.size())];
}

/// `count` different positions below `size`.
inline std::vector<std::size_t> random_positions(Random &random, std::size_t count,
                                                 std::size_t size) {
  std::vector<std::size_t> positions(size);
  for (std::size_t i = 0; i < size; ++i) positions[i] = i;
  random.shuffle(positions);
  positions.resize(count);
  return positions;
}

inline TableDefinition random_table(Random &random, std::string name) {
  TableDefinition table;
  table.name = std::move(name);
  table.title = random_text(random);
  table.description = random_text(random);
  static const std::vector<std::string> names{"id",   "owner_id", "Owner_ID2", "code", "größe",
                                              "name", "x y",      "kind",      "part"};
  for (const std::size_t at : random_positions(random, 1 + random.below(6), names.size())) {
    ColumnDefinition &column = table.columns.emplace_back();
    column.name = names[at];
    column.title = random_text(random);
    column.type = random_text(random);
    column.description = random_text(random);
    column.samples.resize(random.below(3));
    for (std::string &sample : column.samples) sample = random_text(random);
  }
  const std::size_t key = std::min<std::size_t>(random.below(3), table.columns.size());
  table.primary_key = random_positions(random, key, table.columns.size());
  return table;
}

inline DatabaseDefinition random_database(std::uint64_t seed, std::size_t max_key_columns = 2) {
  Random random(seed);
  DatabaseDefinition database;
  database.name = "database " + std::to_string(seed);
  database.description = random_text(random);
  const std::size_t tables = 1 + random.below(7);
  for (std::size_t i = 0; i < tables; ++i) {
    database.tables.push_back(random_table(random, "table " + std::to_string(i)));
  }
  for (std::size_t keys = random.below(8); keys > 0; --keys) {
    ForeignKeyDefinition key;
    key.table = random.below(tables);
    key.referenced_table = random.below(tables);
    const std::size_t from = database.tables[key.table].columns.size();
    const std::size_t to = database.tables[key.referenced_table].columns.size();
    const std::size_t width = 1 + random.below(std::min({from, to, max_key_columns}));
    key.columns = random_positions(random, width, from);
    key.referenced_columns = random_positions(random, width, to);
    database.foreign_keys.push_back(std::move(key));
  }
  return database;
}

/// A catalog of `count` random databases.
inline std::shared_ptr<const Catalog> random_catalog(std::uint64_t seed, std::size_t count) {
  std::vector<std::shared_ptr<const Database>> databases;
  for (std::size_t i = 0; i < count; ++i) {
    databases.push_back(Database::make(random_database(seed * 1000 + i)));
  }
  return Catalog::make(std::move(databases));
}

/// Hides each object with the given probability.
inline Mask random_mask(std::shared_ptr<const Catalog> catalog, std::uint64_t seed,
                        double hidden = 0.2) {
  Random random(seed);
  Mask mask(catalog);
  for (const ColumnId id : catalog->columns()) {
    if (random.unit() < hidden) mask.hide(id);
  }
  for (const TableId id : catalog->tables()) {
    if (random.unit() < hidden) mask.hide(id);
  }
  for (const DatabaseId id : catalog->databases()) {
    if (random.unit() < hidden) mask.hide(id);
  }
  return mask;
}

}  // namespace sluice::test

#endif
