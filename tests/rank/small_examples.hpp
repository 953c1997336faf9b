#ifndef SLUICE_TESTS_RANK_SMALL_EXAMPLES_HPP
#define SLUICE_TESTS_RANK_SMALL_EXAMPLES_HPP

/// A dozen examples over two databases.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/rank/example_store.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice::test {

/// music: singer, concert (singer_id → singer); zoo: keeper, animal (keeper_id → keeper).
inline std::shared_ptr<const Catalog> music_and_zoo() {
  const auto table = [](std::string name, const std::vector<std::string> &columns) {
    TableDefinition made;
    made.name = std::move(name);
    for (const std::string &column : columns) made.columns.push_back({column, {}, "text", {}, {}});
    made.primary_key = {0};
    return made;
  };
  DatabaseDefinition music;
  music.name = "music";
  music.tables = {table("singer", {"singer_id", "name", "country", "age"}),
                  table("concert", {"concert_id", "singer_id", "year", "stadium"})};
  music.foreign_keys = {{1, {1}, 0, {0}}};
  DatabaseDefinition zoo;
  zoo.name = "zoo";
  zoo.tables = {table("keeper", {"keeper_id", "surname", "salary"}),
                table("animal", {"animal_id", "keeper_id", "species", "weight"})};
  zoo.foreign_keys = {{1, {1}, 0, {0}}};
  return Catalog::make({Database::make(music), Database::make(zoo)});
}

inline std::shared_ptr<const Database> music() { return music_and_zoo()->share(DatabaseId(0)); }

/// The shape of a query of music.
inline std::string shape_of(const std::string &sql) {
  return QueryShape::of(sql, music().get())->text();
}

inline std::vector<Example> small_examples() {
  return {
      {"How many singers are there?", "music", "SELECT count(*) FROM singer"},
      {"What is the number of concerts?", "music", "SELECT COUNT(*) FROM concert"},
      {"Show the names of singers from \"France\".", "music",
       "SELECT name FROM singer WHERE country = \"France\""},
      {"Which stadium was used in 2014?", "music",
       "SELECT T1.stadium FROM concert AS T1 WHERE T1.year = 2014"},
      {"List names and ages of all singers by age.", "music",
       "SELECT name, age FROM singer ORDER BY age"},
      {"How many singers of each country are there?", "music",
       "SELECT country, count(*) FROM singer GROUP BY country"},
      {"Who sang in 2014?", "music",
       "SELECT T1.name FROM singer AS T1 JOIN concert AS T2 ON T1.singer_id = T2.singer_id WHERE "
       "T2.year = 2014"},
      {"How many animals does the zoo have?", "zoo", "SELECT count(*) FROM animal"},
      {"What are the surnames of keepers who earn 100?", "zoo",
       "SELECT surname FROM keeper WHERE salary = 100"},
      {"What is the heaviest species?", "zoo",
       "SELECT species FROM animal ORDER BY weight DESC LIMIT 1"},
      {"How many animals of each species are there?", "zoo",
       "SELECT species, count(*) FROM animal GROUP BY species"},
      {"Which keepers look after no animal?", "zoo",
       "SELECT surname FROM keeper WHERE keeper_id NOT IN (SELECT keeper_id FROM animal)"}};
}

inline std::shared_ptr<const ExampleStore> small_store() {
  static const auto made = std::make_shared<const ExampleStore>(
      ExampleStore(HashedEmbedder(64)).with(small_examples(), music_and_zoo().get()).store);
  return made;
}

}  // namespace sluice::test

#endif
