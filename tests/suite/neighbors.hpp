#ifndef SLUICE_TESTS_SUITE_NEIGHBORS_HPP
#define SLUICE_TESTS_SUITE_NEIGHBORS_HPP

/// A small schema, and the neighbors that mutators generate for queries over it.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/sql_keys.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/suite/empty_database.hpp"
#include "sluice/suite/neighbor_finder.hpp"

namespace sluice::test {

inline const std::shared_ptr<const Database> &concerts() {
  static const auto database =
      load_ddl("CREATE TABLE singer(id INTEGER PRIMARY KEY, name TEXT, country TEXT, age INT);"
               "CREATE TABLE concert(id INTEGER PRIMARY KEY, title TEXT,"
               " singer_id INT REFERENCES singer(id), year INT);",
               "concerts", "concerts.sql");
  return database;
}

inline NeighborSchema concert_schema() {
  return {concerts(), empty_database(*concerts()), sql_keys(*concerts())};
}

/// All neighbors of one mutator, in order.
inline std::vector<std::string> made(const std::vector<AnyMutator> &mutators, std::string_view name,
                                     std::string_view text, std::uint64_t seed = 0) {
  const GoldQuery gold(text, *concerts());
  std::vector<std::string> all;
  for (const AnyMutator &mutator : mutators) {
    if (mutator.name() != name) continue;
    mutator.mutate(gold, seed, [&](std::string_view neighbor, TextSpan) {
      all.emplace_back(neighbor);
      return true;
    });
  }
  return all;
}

inline std::vector<std::string> texts_of(const NeighborSet &set) {
  std::vector<std::string> texts;
  for (const Neighbor &neighbor : set.neighbors) texts.push_back(neighbor.text);
  return texts;
}

inline bool contains(const std::vector<std::string> &all, std::string_view text) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

}  // namespace sluice::test

#endif
