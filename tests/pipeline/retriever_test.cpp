#include "sluice/pipeline/retriever.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "route/tiny_cross_encoder.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/retrieve/fused_candidates.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/restrict.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

struct Spider {
  std::shared_ptr<const Catalog> catalog;
  std::vector<BenchmarkQuestion> questions;
};

std::optional<Spider> spider() {
  const auto folder = test::data_directory() / "spider";
  if (!exists(folder / "tables.json.gz")) return std::nullopt;
  Spider found;
  found.catalog = Catalog::make(load((folder / "tables.json.gz").string()));
  const std::string path = (folder / "dev.jsonl.gz").string();
  found.questions = read_benchmark_questions(read_file(path), path, *found.catalog);
  return found;
}

/// Hides some whole databases, tables and columns.
Mask random_mask(Random &random, const std::shared_ptr<const Catalog> &catalog) {
  Mask mask(catalog);
  const std::uint64_t rarity = 2 + random.below(30);
  for (const DatabaseId id : catalog->databases()) {
    if (random.below(rarity) == 0) mask.hide(id);
  }
  for (const TableId id : catalog->tables()) {
    if (random.below(rarity) == 0) mask.hide(id);
  }
  for (const ColumnId id : catalog->columns()) {
    if (random.below(rarity) == 0) mask.hide(id);
  }
  return mask;
}

/// Everything in an answer as text, with names instead of ids.
std::string spelled(const Catalog &catalog, const Answer &answer) {
  std::string text;
  for (const auto &database : answer.databases) {
    text += std::string(catalog.database(database.id).name()) + ' ' +
            std::to_string(database.score) + '\n';
  }
  for (const auto &table : answer.tables) {
    text += std::string(catalog.table(table.id).name) + ' ' + std::to_string(table.score) + '\n';
  }
  for (const SubsetColumn &column : answer.subset.columns) {
    text += catalog.path(column.id) + ' ' + std::to_string(column.score);
    for (const Reason &reason : column.reasons) {
      text += ' ' + std::string(name_of(reason.kind)) + ':' + reason.text;
    }
    text += '\n';
  }
  return text;
}

std::string spelled(const Catalog &catalog, const std::vector<SubsetColumn> &columns) {
  Answer answer;
  answer.subset.columns = columns;
  return spelled(catalog, answer);
}

DatabaseDefinition library() {
  DatabaseDefinition database;
  database.name = "library";
  database.tables = {{"book", {}, {}, {{"title", {}, {}, {}, {}}, {"isbn", {}, {}, {}, {}}}, {1}}};
  return database;
}

}  // namespace

#if defined(SLUICE_TEST_SANITIZED)
constexpr std::uint64_t masks = 4;
#else
constexpr std::uint64_t masks = 16;
#endif

TEST_CASE("a masked answer equals that of a catalog without the hidden objects") {
  const auto data = spider();
  if (!data) return test::skip("no Spider schemas");
  const Retriever whole(data->catalog);
  for (std::uint64_t seed = 0; seed < masks; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Mask mask = random_mask(random, data->catalog);
    const auto seen = test::restrict(*data->catalog, mask);
    const Retriever restricted(seen);
    for (int i = 0; i < 5; ++i) {
      const std::string &question = data->questions[random.below(data->questions.size())].question;
      AskOptions options{.budget = 1 + random.below(40), .databases = 1 + random.below(12)};
      const Answer expected = restricted.ask(question, options);
      options.mask = &mask;
      CHECK(spelled(*data->catalog, whole.ask(question, options)) == spelled(*seen, expected));
    }
  }
}

TEST_CASE("masked candidates of every source equal those of the restricted catalog") {
  const auto data = spider();
  if (!data) return test::skip("no Spider schemas");
  const HashedEmbedder model(64);
  const auto crush = [&](const std::shared_ptr<const Catalog> &catalog, int kind,
                         const BenchmarkQuestion &question, const Mask *mask) {
    const JoinGraphs graphs(catalog);
    const ProbeSet probes =
        make_probes(question.question, QuestionSegments().hallucinate(question.question));
    const LexicalCandidates words(index_catalog(*catalog));
    if (kind == 0) {
      return retrieve_collectively(probes, words, RoundsObjective{}, graphs, 20, mask);
    }
    const DenseCandidates source(catalog, model, embed_columns(*catalog, model));
    if (kind == 1) return retrieve_collectively(probes, source, PaperObjective{}, graphs, 20, mask);
    const FusedCandidates both(source, words, {.depth = 60});
    return retrieve_collectively(probes, both, RoundsObjective{}, graphs, 20, mask);
  };
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(seed);
    const Mask mask = random_mask(random, data->catalog);
    const auto seen = test::restrict(*data->catalog, mask);
    const BenchmarkQuestion &question = data->questions[random.below(data->questions.size())];
    for (const int kind : {0, 1, 2}) {
      CAPTURE(seed);
      CAPTURE(kind);
      CHECK(spelled(*data->catalog, crush(data->catalog, kind, question, &mask)) ==
            spelled(*seen, crush(seen, kind, question, nullptr)));
    }
  }
}

TEST_CASE("answers do not depend on how many threads ask") {
  const auto data = spider();
  if (!data) return test::skip("no Spider schemas");
  const Retriever retriever(data->catalog);
  constexpr std::size_t questions = 60;
  const auto answer = [&](std::size_t q) {
    return spelled(*data->catalog, retriever.ask(data->questions[q].question));
  };
  std::vector<std::string> alone(questions);
  for (std::size_t q = 0; q < questions; ++q) alone[q] = answer(q);
  std::vector<std::string> together(questions);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t q = t; q < questions; q += 4) together[q] = answer(q);
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(alone == together);
}

TEST_CASE("a question without words, a budget of 0 and a mask of another catalog are refused") {
  const auto catalog = Catalog::make({Database::make(library())});
  const auto other = Catalog::make({});
  const Retriever retriever(catalog);
  CHECK_THROWS_AS(retriever.ask(""), Error);
  CHECK_THROWS_AS(retriever.ask(" ?! "), Error);
  CHECK_THROWS_AS(retriever.ask("books", {.budget = 0}), Error);
  const Mask mask(other);
  CHECK_THROWS_AS(retriever.ask("books", {.mask = &mask}), Error);
  CHECK_THROWS_AS(Retriever(other, index_catalog(*catalog)), Error);
}

TEST_CASE("a cross-encoder without a ranker is refused") {
  const auto catalog = Catalog::make({load_ddl("CREATE TABLE sale (wine TEXT)", "shop", "sql")});
  Retriever::Options options;
  options.cross_encoder =
      std::make_shared<const CrossEncoder>(test::TinyCrossEncoder().cross_encoder);
  test::check_code(ErrorCode::unsupported, [&] {
    return Retriever(catalog, index_catalog(*catalog), options, HashedEmbedder());
  });
}

TEST_CASE("unusual questions get an answer") {
  const auto catalog = Catalog::make({Database::make(library())});
  const Retriever retriever(catalog);
  CHECK(retriever.ask("book \xff\xfe title").subset.columns.size() == 2);
  std::string endless;
  for (int i = 0; i < 20000; ++i) endless += "book" + std::to_string(i) + ' ';
  CHECK(retriever.ask(endless).subset.columns.size() <= 2);
  CHECK(Retriever(Catalog::make({})).ask("anything").subset.columns.empty());
}

TEST_CASE("a hallucinated schema finds columns that the question's words do not find") {
  DatabaseDefinition shop;
  shop.name = "shop";
  shop.tables = {{"purchase", {}, {}, {{"amount", {}, {}, {}, {}}}, {}}};
  const auto catalog = Catalog::make({Database::make(library()), Database::make(shop)});
  const Retriever retriever(catalog);
  const HallucinatedSchema schema = parse_hallucinated_schema("Purchases(amount)");
  const Answer answer = retriever.ask("How much was spent?", {.hallucinated = &schema});
  CHECK(catalog->path(answer.subset.columns.at(0).id) == "shop.purchase.amount");
}

}  // namespace sluice
