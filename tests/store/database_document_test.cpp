/// The content of stores, tested without a store.

#include "sluice/store/database_document.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/store/catalog_store.hpp"
#include "support/error_of.hpp"
#include "support/nasty_names.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

StoreSettings hashed_settings() {
  const HashedEmbedder model;
  return {.analyses = {{}, {.stem = false}},
          .embedder = model.fingerprint(),
          .dimensions = model.dimensions()};
}

}  // namespace

TEST_CASE("the document of a database has its index, its vectors and its definition") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto database = Database::make(test::random_database(seed));
    const DatabaseDocument document =
        document_of(database, hashed_settings(), AnyEmbedder(HashedEmbedder()));
    const auto index = index_catalog(*Catalog::make({database}));
    CHECK(document.analyses.front().terms.size() == index->term_count());
    for (const TermBlock &block : document.analyses.front().terms) {
      const auto postings = index->postings(block.term);
      CHECK(std::vector<Posting>(postings.begin(), postings.end()) == block.postings);
      CHECK((block.impact >= 0 && block.impact < 1));
      const std::string packed = pack_block(block.term, block.postings);
      const UnpackedBlock unpacked = unpack_block(packed, "a server");
      CHECK((unpacked.term == block.term && unpacked.postings == block.postings));
    }
    CHECK(unpack_shape(pack_shape(document.columns_of_tables), "a server") ==
          document.columns_of_tables);
    const auto lengths =
        unpack_lengths(pack_lengths(document.analyses), document.columns_of_tables, 2, "a server");
    CHECK(lengths[0] == document.analyses[0].lengths);
    CHECK(lengths[1] == document.analyses[1].lengths);
    CHECK(document.table_vectors.size() ==
          document.columns_of_tables.size() * HashedEmbedder().dimensions());
    const auto read = database_in(document.definition, database->fingerprint(), "a server");
    CHECK(read->fingerprint() == database->fingerprint());
    test::check_code(ErrorCode::malformed,
                     [&] { return database_in(document.definition, 1, "a server"); });
  }
  test::check_code(ErrorCode::invalid_argument, [] {
    return document_of(Database::make(test::random_database(1)), hashed_settings(), {});
  });
  for (std::uint8_t code = 0; code < 16; ++code) CHECK(analysis_code(analysis_of(code)) == code);
}

TEST_CASE("damaged bytes of a store are always an error") {
  const auto database = Database::make(test::random_database(3));
  const DatabaseDocument document =
      document_of(database, hashed_settings(), AnyEmbedder(HashedEmbedder()));
  const TermBlock &block = document.analyses.front().terms.back();
  const std::string packed[] = {pack_block(block.term, block.postings),
                                pack_shape(document.columns_of_tables),
                                pack_lengths(document.analyses)};
  Random random(1);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = packed[i % 3];
    for (std::uint64_t count = random.below(3); count > 0; --count) {
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    }
    bytes.resize(random.below(bytes.size() + 1));
    const auto error = test::error_if_any([&] {
      if (i % 3 == 0) return unpack_block(bytes, "a server").postings.size();
      if (i % 3 == 1) return unpack_shape(bytes, "a server").size();
      return unpack_lengths(bytes, document.columns_of_tables, 2, "a server").size();
    });
    if (error) CHECK(error->code() == ErrorCode::malformed);
    refused += error ? 1 : 0;
  }
  CHECK(refused > 1000);
}

TEST_CASE("the URL of a store has its servers and its name, and errors contain no password") {
  const StoreUrl two =
      parse_store_url("postgres://a:s3cret@one:1/x?sslmode=require  postgresql://two/y#teal_2");
  CHECK(two.servers == std::vector<std::string>{"postgres://a:s3cret@one:1/x?sslmode=require",
                                                "postgresql://two/y"});
  CHECK(two.space == "teal_2");
  CHECK(shown_server(two.servers[0]) == "postgres://one:1/x");
  CHECK(shown_server("postgres://a:s@3/cr@et@host/x") == "postgres://host/x");
  CHECK(parse_store_url("postgres://h/x").space == "sluice");
  const StoreUrl search = parse_store_url("opensearch+https://h:9200");
  CHECK((search.kind == StoreKind::opensearch && search.servers[0] == "https://h:9200"));
  for (const char *wrong :
       {"", " ", "mysql://s3cret@h", "postgres://s3cret@h/x#", "postgres://s3cret@h/x#A",
        "postgres://h/x#a\"b", "postgres://h/x#1a", "postgres://h/x opensearch+http://s3cret@h"}) {
    CAPTURE(wrong);
    const Error error = test::error_of([&] { return parse_store_url(wrong); });
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK_FALSE(test::contains(error.what(), "s3cret"));
  }
  // Databases are distributed evenly, and always in the same way.
  std::vector<int> of_server(4);
  for (std::int64_t id = 1; id <= 4000; ++id) ++of_server[server_of(id, 4)];
  for (const int count : of_server) CHECK((count > 850 && count < 1150));
}

TEST_CASE("nasty names are 500 and all different") {
  std::vector<std::string> names = test::nasty_names();
  CHECK(names.size() == 500);
  std::sort(names.begin(), names.end());
  CHECK(std::unique(names.begin(), names.end()) == names.end());
  CHECK(test::nasty_catalog()->database_count() > 15);
}

}  // namespace sluice
