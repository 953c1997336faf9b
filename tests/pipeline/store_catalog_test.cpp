/// Compares questions over a store in PostgreSQL with the same over an index in this process.

#include "sluice/pipeline/store_catalog.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/file.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/store/store_update.hpp"
#include "support/error_of.hpp"
#include "support/postgres_server.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// Every n-th question of a benchmark, and the schemas.
struct Sample {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkQuestion> questions;
};

Sample sample_of(const std::string &schemas, const std::string &questions, std::size_t step) {
  const auto file = [](const std::string &name) {
    return (test::data_directory() / name).string();
  };
  Sample sample{Catalog::make(load(file(schemas))), {}};
  const auto all = read_benchmark_questions(read_file(file(questions)), questions, *sample.catalog);
  for (std::size_t i = 0; i < all.size(); i += step) sample.questions.push_back(all[i]);
  return sample;
}

/// The same sample with the databases of its questions, and some of the others.
Sample part_of(const Sample &sample) {
  std::vector<bool> kept(sample.catalog->database_count());
  for (std::size_t d = 0; d < kept.size(); d += 12) kept[d] = true;
  for (const BenchmarkQuestion &of : sample.questions) kept[of.database.index()] = true;
  std::vector<std::shared_ptr<const Database>> databases;
  for (const DatabaseId id : sample.catalog->databases()) {
    if (kept[id.index()]) databases.push_back(sample.catalog->share(id));
  }
  Sample part{Catalog::make(std::move(databases)), sample.questions};
  for (BenchmarkQuestion &of : part.questions) {
    of.database = *part.catalog->find_database(sample.catalog->database(of.database).name());
  }
  return part;
}

std::shared_ptr<CatalogStore> loaded(const std::string &url, const Catalog &catalog) {
  auto store = open_store(parse_store_url(url));
  update_store(*store, catalog,
               {.analyses = RankingSystems::analyses(), .embedder = default_embedder()});
  return store;
}

void check_systems(const Sample &sample, const std::shared_ptr<CatalogStore> &store,
                   const std::optional<AnyEmbedder> &embedder,
                   const std::vector<std::string> &names) {
  RankingSystems here(sample.catalog, embedder), there(sample.catalog, embedder);
  there.search(StoreSnapshot::open(store));
  for (const std::string &name : names) {
    CAPTURE(name);
    const auto mine = here.make(name), stored = there.make(name);
    for (const BenchmarkQuestion &of : sample.questions) {
      const RankingQuery query{of.question, of.hallucinated.empty() ? nullptr : &of.hallucinated};
      const Ranking a = mine->rank(query), b = stored->rank(query);
      CHECK(a.databases == b.databases);
      CHECK(a.tables == b.tables);
      CHECK(a.columns == b.columns);
    }
  }
}

std::string names_of(const Answer &answer) {
  std::string names;
  for (const SubsetColumn &column : answer.subset.columns) {
    names += answer.subset.catalog->path(column.id) + " ";
  }
  return names;
}

/// Over all databases, answers equal those in process, also with hidden objects; of the few routed
/// databases, most are right.
void check_answers(const Sample &sample, const std::shared_ptr<CatalogStore> &store) {
  const Retriever retriever(sample.catalog);
  const StoreCatalog whole(store, {.databases = 0, .embedder = default_embedder()});
  const StoreCatalog some(store, {.databases = 5, .embedder = default_embedder()});
  std::size_t routed = 0;
  for (const BenchmarkQuestion &of : sample.questions) {
    const std::string name(sample.catalog->database(of.database).name());
    const VisiblePatterns all_but{.show = {}, .hide = {name}};
    const Mask mask = mask_of(sample.catalog, all_but);
    CHECK(names_of(whole.ask(of.question)) == names_of(retriever.ask(of.question)));
    const Answer masked = retriever.ask(of.question, {.mask = &mask});
    CHECK(names_of(whole.ask(of.question, {}, all_but)) == names_of(masked));
    CHECK(names_of(some.ask(of.question, {}, all_but)) == names_of(masked));
    const OpenIndex part = some.routed(of.question);
    CHECK(part.catalog->database_count() <= 5);
    routed += part.catalog->find_database(name) ? 1 : 0;
  }
  CHECK(routed * 10 >= sample.questions.size() * 7);
  Mask everything(sample.catalog);
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return some.ask("a", {.mask = &everything}); });
}

/// The next question sees a change, over all databases and over the routed ones.
void check_change(const Catalog &catalog, CatalogStore &store, const StoreCatalog &whole,
                  const StoreCatalog &some) {
  const std::string question = "how many quokkas are there";
  CHECK_FALSE(test::contains(names_of(whole.ask(question)), "quokka"));
  DatabaseDefinition definition = catalog.database(DatabaseId(1)).definition();
  definition.tables.front().name = "quokkas";
  definition.tables.front().title.clear();
  update_store(store, *catalog.with(Database::make(definition)),
               {.analyses = RankingSystems::analyses(), .embedder = default_embedder()});
  CHECK(test::contains(names_of(whole.ask(question)), "quokkas"));
  CHECK(test::contains(names_of(some.ask(question)), "quokkas"));
}

}  // namespace

TEST_CASE("systems rank over a store in PostgreSQL as in process") {
  if (!exists(test::data_directory() / "bird_union")) return test::skip("no benchmark data");
  if (!default_embedder()) return test::skip("no static embedder");
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip("no PostgreSQL with pgvector");
  const std::string uri = server->uri("admin", "postgres");
  const Sample bird = sample_of("bird_union/elements.txt.gz", "bird_union/questions_even.jsonl.gz",
                                40 * test::slowness);
  const auto store = loaded(uri + "#bird", *bird.catalog);
  check_systems(bird, store, {}, {"bm25-max", "crush", "default"});
  check_systems(bird, store, default_embedder(), {"crush", "dense"});
  const Sample spider =
      part_of(sample_of("spider/tables.json.gz", "spider/dev.jsonl.gz", 60 * test::slowness));
  const auto large = loaded(uri + "#spider", *spider.catalog);
  check_systems(spider, large, {}, {"bm25-max", "crush", "default"});
}

TEST_CASE("a store gives the answers of an index in process, over all databases or routed ones") {
  if (!exists(test::data_directory() / "spider")) return test::skip("no benchmark data");
  if (!default_embedder()) return test::skip("no static embedder");
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip("no PostgreSQL with pgvector");
  const Sample spider =
      part_of(sample_of("spider/tables.json.gz", "spider/dev.jsonl.gz", 150 * test::slowness));
  const auto store = loaded(server->uri("admin", "postgres"), *spider.catalog);
  check_answers(spider, store);
  const StoreCatalog whole(store, {.databases = 0, .embedder = default_embedder()});
  const StoreCatalog some(store, {.databases = 20, .embedder = default_embedder()});
  check_change(*spider.catalog, *store, whole, some);
  const StoreCatalog words(store, {.databases = 20});
  CHECK(words.routed("singers and concerts").catalog->database_count() > 0);
  CHECK(words.routed("zzzqqq").catalog->database_count() == 0);
}

}  // namespace sluice
