/// Rankers: bounds hold, answers equal those of a simple loop, and ties and diversity follow their
/// rules. Also the AST-ranking paper's setting on Spider.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/lines.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/rank/label_model.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/shape_rankers.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/tree_edit_distance.hpp"
#include "small_examples.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

struct PlainRanker {
  ExampleRanking rank(const ExampleQuery & /*query*/) const { return {}; }
};
static_assert(ExampleRanker<PlainRanker> && ExampleRanker<QuestionRanker> &&
              ExampleRanker<SkeletonRanker> && ExampleRanker<ShapeRanker> &&
              ExampleRanker<LikelyShapeRanker>);

constexpr ShapeSimilarity similarities[] = {ShapeSimilarity::change_distilling,
                                            ShapeSimilarity::change_distilling_symmetric,
                                            ShapeSimilarity::tree_edit_distance};

double plain_similarity(const QueryShape &a, const QueryShape &b, ShapeSimilarity measure) {
  const auto forth = [&] { return sql::similarity(sql::count_edits(a.tree(), b.tree())); };
  const auto back = [&] { return sql::similarity(sql::count_edits(b.tree(), a.tree())); };
  if (measure == ShapeSimilarity::change_distilling) return forth();
  if (measure == ShapeSimilarity::change_distilling_symmetric) return (forth() + back()) / 2;
  sql::TreeEditDistance distance;
  return sql::tree_similarity(distance.distance(a.tree(), b.tree()), a.tree(), b.tree());
}

/// Compares every example and sorts all by score, question, id.
std::vector<RankedExample> rank_plainly(const ExampleStore &store, const ExampleQuery &query,
                                        ShapeSimilarity measure) {
  const std::vector<float> questions =
      store.question_similarities(store.view(query.question, query.database));
  std::vector<RankedExample> all;
  for (std::size_t i = 0; i < store.size(); ++i) {
    const ExampleId id(i);
    double score = 0;
    for (const ApproximatedQuery &of : query.approximations) {
      score = std::max(score, plain_similarity(*QueryShape::of(of.sql, query.database),
                                               store.shape(store.shape_of(id)), measure));
    }
    all.push_back({id, score, questions[i]});
  }
  std::ranges::stable_sort(all, [](const RankedExample &a, const RankedExample &b) {
    return a.score != b.score ? a.score > b.score : a.question_similarity > b.question_similarity;
  });
  all.resize(std::min(all.size(), query.count));
  return all;
}

std::vector<std::uint32_t> ids(const std::vector<RankedExample> &examples) {
  std::vector<std::uint32_t> found;
  for (const RankedExample &of : examples) found.push_back(of.id.value);
  return found;
}

struct Asked {
  std::string question;
  std::vector<ApproximatedQuery> guesses;
  ExampleQuery query(std::size_t count = 5) const {
    ExampleQuery made;
    made.question = question;
    made.approximations = guesses;
    made.count = count;
    return made;
  }
};

bool is_of_shape(const RankedExample &of, std::string_view text) {
  return small_store()->shape(small_store()->shape_of(of.id)).text() == text;
}

}  // namespace

TEST_CASE("the shape ranker chooses what a simple loop over all examples chooses") {
  std::vector<Asked> asked;
  for (const Example &example : small_examples())
    asked.push_back({"Show all of them", {{example.sql, 1}}});
  asked.push_back({"How many?",
                   {{"SELECT a FROM b WHERE c IN (SELECT d FROM e)", 1},
                    {"SELECT count(DISTINCT a) FROM b", 1}}});
  for (const ShapeSimilarity measure : similarities) {
    const ShapeRanker ranker(small_store(), {measure, 0});
    for (const Asked &of : asked) {
      for (const std::size_t count : {1U, 5U, 12U, 40U}) {
        const auto expected = rank_plainly(*small_store(), of.query(count), measure);
        const ExampleRanking ranking = ranker.rank(of.query(count));
        CHECK(ids(ranking.examples) == ids(expected));
        CHECK(ids(ranker.rank(of.query(count)).examples) == ids(expected));  // cached
        CHECK(ranking.read == of.guesses.size());
      }
    }
  }
}

TEST_CASE("bounds are never below the similarity that they bound") {
  for (const Example &x : small_examples()) {
    for (const Example &y : small_examples()) {
      const auto a = QueryShape::of(x.sql, nullptr), b = QueryShape::of(y.sql, nullptr);
      CHECK(distilling_bound(*a, *b) >=
            plain_similarity(*a, *b, ShapeSimilarity::change_distilling));
      CHECK(tree_bound(*a, *b) >= plain_similarity(*a, *b, ShapeSimilarity::tree_edit_distance));
    }
  }
}

TEST_CASE("rankers respect filters, pools and caps, and skip guesses that are not SQL") {
  const ShapeRanker ranker(small_store());
  Asked counts{"How many cows are there?", {{"SELECT count(*) FROM cow", 1}}};
  ExampleQuery query = counts.query(3);
  for (const RankedExample &of : ranker.rank(query).examples)
    CHECK(is_of_shape(of, "SELECT count(*) FROM _"));
  CHECK(ranker.rank(query).confidence == 1.0);
  query.except_database = "zoo";
  for (const RankedExample &of : ranker.rank(query).examples)
    CHECK((*small_store())[of.id].database == "music");
  query.except_database = {};
  query.pool = 2;
  CHECK(ranker.rank(query).examples.size() == 2);
  const ShapeRanker capped(small_store(), {ShapeSimilarity::change_distilling, 1});
  const ExampleRanking spread = capped.rank(counts.query(3));
  CHECK(is_of_shape(spread.examples[0], "SELECT count(*) FROM _"));
  CHECK_FALSE(is_of_shape(spread.examples[1], "SELECT count(*) FROM _"));
  CHECK(capped.rank(counts.query(12)).examples.size() == 12);  // the cap yields to the count

  Asked broken{"How many animals does the zoo have?", {{"no SQL at all", 1}}};
  CHECK(ranker.rank(broken.query()).read == 0);
  CHECK(ids(ranker.rank(broken.query()).examples) ==
        ids(QuestionRanker(small_store()).rank(broken.query()).examples));
  CHECK(ranker.rank(broken.query()).examples[0].id == ExampleId(7));
  Asked weighed{"a", {{"SELECT 1", 0}}};
  CHECK(error_of([&] { return ranker.rank(weighed.query()); }).code() ==
        ErrorCode::invalid_argument);
  const auto nothing = std::make_shared<const ExampleStore>(HashedEmbedder(16));
  CHECK(ShapeRanker(nothing).rank(counts.query()).examples.empty());
  CHECK(LikelyShapeRanker(nothing).rank(counts.query()).examples.empty());
  CHECK(SkeletonRanker(nothing).rank(counts.query()).examples.empty());
}

TEST_CASE("the skeleton rule puts similar skeletons before similar questions") {
  Asked of{"Which keepers look after no animal?", {{"SELECT a FROM b WHERE c > 3", 1}}};
  const ExampleRanking ranking = SkeletonRanker(small_store()).rank(of.query(12));
  CHECK(ranking.examples.size() == 12);
  CHECK(std::ranges::is_partitioned(ranking.examples,
                                    [](const RankedExample &x) { return x.score >= 0.85; }));
  CHECK(ranking.examples[0].score >= 0.85);
}

TEST_CASE("scores of likely shapes are probabilities, and diversity adds other shapes") {
  const auto catalog = music_and_zoo();
  Asked of{"How many keepers are there?", {{"SELECT count(*) FROM keeper", 1}}};
  LikelyShapeOptions options;
  options.diversity = 0;
  ExampleQuery query = of.query(12);
  query.database = &catalog->database(DatabaseId(1));
  const ExampleRanking all = LikelyShapeRanker(small_store(), options).rank(query);
  CHECK(all.examples.size() == 12);
  double sum = 0;
  std::vector<std::string> seen;
  for (const RankedExample &x : all.examples) {
    const std::string &text = small_store()->shape(small_store()->shape_of(x.id)).text();
    if (std::ranges::find(seen, text) == seen.end()) sum += x.score;
    seen.push_back(text);
  }
  CHECK(sum == doctest::Approx(1.0));
  query.count = 3;
  const ExampleRanking sure = LikelyShapeRanker(small_store(), options).rank(query);
  for (const RankedExample &x : sure.examples) CHECK(is_of_shape(x, "SELECT count(*) FROM _"));
  CHECK(sure.confidence > 0.9);
  options.diversity = 0.99;
  options.weights = {};  // no evidence: all shapes are equally likely
  const ExampleRanking spread = LikelyShapeRanker(small_store(), options).rank(query);
  CHECK(small_store()->shape_of(spread.examples[0].id) !=
        small_store()->shape_of(spread.examples[1].id));
  // With a guess, 0.9 becomes 0.75: then another shape must be more than a tenth as likely.
  const auto all_alike = [&](double odds) {
    options.diversity = 0.9;
    options.weights[2] = std::log(odds);
    const ExampleRanking ranked = LikelyShapeRanker(small_store(), options).rank(query);
    return std::ranges::all_of(ranked.examples, [](const RankedExample &x) {
      return is_of_shape(x, "SELECT count(*) FROM _");
    });
  };
  CHECK(all_alike(10.5));
  CHECK_FALSE(all_alike(9.5));
  // Two guesses that disagree share the probability.
  Asked both{of.question, {{"SELECT count(*) FROM a", 1}, {"SELECT a FROM b WHERE c = 1", 3}}};
  const ExampleRanking shared = LikelyShapeRanker(small_store()).rank(both.query(1));
  CHECK(is_of_shape(shared.examples[0], "SELECT _ FROM _ WHERE _ = 0"));
  options.diversity = 1;
  CHECK(error_of([&] { return LikelyShapeRanker(small_store(), options); }).code() ==
        ErrorCode::invalid_argument);
}

TEST_CASE("a question's form finds the shape without a guess") {
  const ExampleStore &store = *small_store();
  const LikelyShapeRanker ranker(small_store());
  // Each clause is its own dimension.
  auto model = std::make_shared<ShapeModel>();
  model->of_shapes.labels = shape_dimensions;
  model->of_shapes.scales.assign(shape_dimensions, 1);
  model->of_shapes.weights.assign(clause_count * shape_dimensions, 0);
  for (std::size_t c = 0; c < clause_count; ++c)
    model->of_shapes.weights[c * shape_dimensions + c] = 1;
  Asked of{"Tell me of zebras", {}};
  for (const std::string sql :
       {"SELECT count(*) FROM singer", "SELECT species FROM animal ORDER BY weight DESC LIMIT 1",
        "SELECT country, count(*) FROM singer GROUP BY country"}) {
    CAPTURE(sql);
    const QueryLabels labels = labels_of(sql, music_and_zoo()->database(DatabaseId(0)));
    QuestionForm form{model, {}};
    for (std::size_t c = 0; c < clause_count; ++c)
      form.vector[c] = labels.has(static_cast<Clause>(c)) ? 4 : 0;
    ExampleQuery query = of.query(1);
    query.form = &form;
    const ExampleRanking ranking = ranker.rank(query);
    REQUIRE(ranking.examples.size() == 1);
    CHECK(store.shape(store.shape_of(ranking.examples[0].id)).text() ==
          QueryShape::of(sql, nullptr)->text());
    const QuestionForm unknown;
    const ExampleRanking plain = ranker.rank(of.query(1));
    query.form = &unknown;
    CHECK(ranker.rank(query).examples[0].id == plain.examples[0].id);
    CHECK(ranker.rank(query).examples[0].score == plain.examples[0].score);
  }
}

TEST_CASE("the clauses of a shape are its queries' most frequent ones") {
  CHECK(usual_clauses({}) == 0);  // a damaged file may have shapes without examples
  CHECK(usual_clauses({5}) == 5);
  CHECK(usual_clauses({7, 5, 7}) == 7);
  CHECK(usual_clauses({7, 5, 7, 5, 9}) == 5);
}

TEST_CASE("on Spider dev, the shapes of train examples are found as often as measured before") {
  const std::filesystem::path spider = data_directory() / "spider";
  if (!exists(spider / "train.jsonl.gz")) return skip("no benchmark data");
  const auto embedder = default_embedder();
  if (!embedder) return skip("no static table");
  const auto catalog = Catalog::make(load((spider / "tables.json.gz").string()));
  const auto read = [&](const char *name) {
    std::vector<Example> examples;
    each_json_line(read_file((spider / name).string()), name, [&](JsonValue record) {
      examples.push_back({std::string(record.at("question").as_string()),
                          std::string(record.at("db_id").as_string()),
                          std::string(record.at("sql").as_string())});
    });
    return examples;
  };
  // Only a part of the questions with a sanitizer; the expected values are for all of them.
  std::vector<Example> train = read("train.jsonl.gz");
  if (slowness > 1) train.resize(train.size() / slowness);
  const auto made = ExampleStore(*embedder).with(train, catalog.get());
  CHECK(made.rejected.empty());
  const auto store = std::make_shared<const ExampleStore>(made.store);
  const std::vector<Example> dev = read("dev.jsonl.gz");
  const auto lines = [](const char *name) {
    std::vector<ApproximatedQuery> queries;
    const std::string text =
        read_file((data_directory() / "predictions/spider_dev" / name).string());
    for (const std::string_view line : lines_of(text)) queries.push_back({std::string(line), 1});
    return queries;
  };
  const auto graphix = lines("graphix_t5_3b_picard.sql.gz"), c3 = lines("c3_gpt35.sql.gz");
  struct Sums {
    double hits = 0, precision = 0;
  };
  const auto measure = [&](const auto &ranker, const std::vector<ApproximatedQuery> *guesses) {
    Sums sums;
    double questions = 0;
    for (std::size_t i = 0; i < dev.size(); i += slowness) {
      const ApproximatedQuery gold{dev[i].sql, 1};
      ExampleQuery query;
      query.question = dev[i].question;
      query.database = &catalog->database(*catalog->find_database(dev[i].database));
      query.approximations =
          std::span<const ApproximatedQuery>(guesses == nullptr ? &gold : &(*guesses)[i], 1);
      const std::string wanted = QueryShape::of(dev[i].sql, query.database)->text();
      double right = 0;
      for (const RankedExample &of : ranker.rank(query).examples)
        right += store->shape(store->shape_of(of.id)).text() == wanted ? 1 : 0;
      sums.hits += right > 0 ? 1 : 0;
      sums.precision += right / 5;
      questions += 1;
    }
    return Sums{100 * sums.hits / questions, 100 * sums.precision / questions};
  };
  const LikelyShapeRanker likely(store);
  const Sums oracle = measure(likely, nullptr), by_c3 = measure(likely, &c3);
  const Sums by_graphix = measure(likely, &graphix);
  MESSAGE("oracle " << oracle.hits << " / " << oracle.precision << ", Graphix " << by_graphix.hits
                    << " / " << by_graphix.precision << ", C3 " << by_c3.hits << " / "
                    << by_c3.precision);
  if (slowness > 1) return;
  CHECK(store->shape_count() >= 900);
  CHECK(store->shape_count() <= 960);
  CHECK(oracle.hits >= 85.2);
  CHECK(oracle.precision >= 80.1);
  CHECK(by_c3.hits >= 56);
  CHECK(by_c3.precision >= 50);
  CHECK(by_graphix.hits >= 71);
  CHECK(by_graphix.precision >= 67);
}
