#include "beam/serialization.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "sluice/core/random.hpp"
#include "small_catalog.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

using Tokens = std::vector<SchemaToken>;

QuerySchema sorted(QuerySchema schema) {
  std::ranges::sort(schema.tables);
  return schema;
}

}  // namespace

TEST_CASE("depth-first serialization follows joins, in the order that the tables are listed in") {
  const test::SmallSchema small;
  const auto spell = [&](const std::vector<std::string> &names) {
    return serialize(small.schema(names), Serialization::depth_first, small.tokens,
                     *small.neighbors);
  };
  const auto token = [&](const std::string &name) { return small.tokens.of(small.table(name)); };
  const SchemaToken music = small.tokens.of(DatabaseId(0));
  CHECK(spell({"singer", "concert", "performance"}) ==
        Tokens{music, token("singer"), token("performance"), token("concert")});
  CHECK(spell({"performance", "concert", "singer"}) ==
        Tokens{music, token("performance"), token("concert"), token("singer")});
  // No join leads to instruments, so they are reached through the database.
  CHECK(spell({"instrument", "singer", "performance"}) ==
        Tokens{music, token("instrument"), token("singer"), token("performance")});
}

TEST_CASE("a serialized schema can be read back from either serialization and any order") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto catalog = test::random_catalog(seed, 4);
    const JoinGraphs graphs(catalog);
    const TableNeighbors neighbors(graphs);
    const SchemaTokens tokens(*catalog);
    Random random(seed);
    const DatabaseId database(random.below(catalog->database_count()));
    QuerySchema schema{database, {}};
    for (const TableId table : catalog->tables(database)) {
      if (schema.tables.empty() || random.unit() < 0.6) schema.tables.push_back(table);
    }
    random.shuffle(schema.tables);
    for (const auto how : {Serialization::depth_first, Serialization::basic}) {
      Tokens sequence = serialize(schema, how, tokens, neighbors);
      CHECK(sequence.size() == schema.tables.size() + (how == Serialization::depth_first ? 1 : 0));
      sequence.push_back(tokens.end());
      const auto read = read_serialized(sequence, tokens, *catalog);
      REQUIRE(read.has_value());
      CHECK(sorted(*read) == sorted(schema));
    }
  }
}

TEST_CASE("of a sequence with tables of several databases, the most frequent database is read") {
  const test::SmallSchema small;
  const auto token = [&](const std::string &name) { return small.tokens.of(small.table(name)); };
  const Tokens mixed{token("animal"), token("customer"), token("product")};
  CHECK(read_serialized(mixed, small.tokens, *small.catalog) ==
        small.schema({"customer", "product"}));
  const Tokens tied{token("animal"), token("customer")};
  CHECK(read_serialized(tied, small.tokens, *small.catalog) == small.schema({"animal"}));
  const Tokens named{small.tokens.of(DatabaseId(1)), token("animal"), token("customer"),
                     token("customer")};
  CHECK(read_serialized(named, small.tokens, *small.catalog) == small.schema({"customer"}));
  const Tokens ended{small.tokens.end(), token("animal")};
  CHECK_FALSE(read_serialized(ended, small.tokens, *small.catalog).has_value());
}

}  // namespace sluice
