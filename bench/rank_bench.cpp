/// Choosing examples and cutting schemas on Spider: the AST-ranking paper's tables, and what they
/// cost. The index is the 7,000 train questions, the questions are the 1,034 of dev, and
/// approximated queries are recorded predictions. `fit` prints the weights of the likely-shape
/// ranker and how they do on train databases that they have not seen; it and `prune_threshold` read
/// train data only. The folder with the benchmark data is taken from SLUICE_DATA.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "perturbed_query.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/learn/folds.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/recall_control.hpp"
#include "sluice/pipeline/benchmark_questions.hpp"
#include "sluice/rank/approximator.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/rank/shape_rankers.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/retrieve/value_choice.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_trainer.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/text/unicode.hpp"

namespace {

using namespace sluice;
using bench::PerturbedQuery;

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

bool missing(benchmark::State &state) {
  if (std::filesystem::exists(data("spider/train.jsonl.gz")) && default_embedder()) return false;
  state.SkipWithError("no benchmark data or no static table; set SLUICE_DATA");
  return true;
}

std::vector<Example> read_examples(const std::string &name) {
  std::vector<Example> examples;
  each_json_line(read_file(data(name)), name, [&](JsonValue record) {
    examples.push_back({std::string(record.at("question").as_string()),
                        std::string(record.at("db_id").as_string()),
                        std::string(record.at("sql").as_string())});
  });
  return examples;
}

struct Spider {
  std::shared_ptr<const Catalog> catalog = Catalog::make(load(data("spider/tables.json.gz")));
  std::vector<Example> train = read_examples("spider/train.jsonl.gz");
  std::vector<Example> dev = read_examples("spider/dev.jsonl.gz");
  std::shared_ptr<const ExampleStore> store = std::make_shared<const ExampleStore>(
      ExampleStore(*default_embedder()).with(train, catalog.get()).store);
  std::vector<std::string> dev_shapes;

  Spider() {
    for (const Example &of : dev)
      dev_shapes.push_back(QueryShape::of(of.sql, database(of))->text());
  }
  const Database *database(const Example &of) const {
    return &catalog->database(*catalog->find_database(of.database));
  }

  /// "oracle" is gold.
  std::vector<std::vector<ApproximatedQuery>> approximations(const std::string &of) const {
    std::vector<std::vector<ApproximatedQuery>> all;
    if (of == "oracle") {
      for (const Example &example : dev) all.push_back({{example.sql, 1}});
      return all;
    }
    std::vector<AskedQuestion> questions;
    for (const Example &example : dev) questions.push_back({example.question, example.database});
    if (of == "nearest") {
      const NearestExampleApproximator nearest(store);
      for (const Example &example : dev)
        all.push_back(nearest.approximate(example.question, *database(example)));
      return all;
    }
    const std::string path = data("predictions/spider_dev/" + of + ".sql.gz");
    // Dev asks some questions twice of one database, so line by line.
    const std::string text = read_file(path);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < dev.size(); ++i) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      all.push_back({{text.substr(begin, end - begin), 1}});
      begin = std::min(end + 1, text.size());
    }
    return all;
  }
};

const Spider &spider() {
  static const Spider loaded;
  return loaded;
}

const std::vector<std::vector<ApproximatedQuery>> &approximations(const std::string &of) {
  static std::map<std::string, std::vector<std::vector<ApproximatedQuery>>> read;
  auto &found = read[of];
  if (found.empty()) found = spider().approximations(of);
  return found;
}

using Rank = std::function<ExampleRanking(const ExampleQuery &)>;

struct Quality {
  double hits = 0;
  double precision = 0;
  double questions = 0;
  void add(const ExampleRanking &ranking, std::string_view gold) {
    double right = 0;
    for (const RankedExample &of : ranking.examples) {
      const ExampleStore &store = *spider().store;
      right += store.shape(store.shape_of(of.id)).text() == gold ? 1 : 0;
    }
    hits += right > 0 ? 1 : 0;
    precision += right / 5;
    questions += 1;
  }
};

/// Calls `visit` with each dev question's ranking.
void each_ranking(const Rank &rank, const std::string &approximator, std::size_t pool,
                  const std::function<void(const ExampleRanking &, std::size_t)> &visit) {
  const auto &guesses = approximations(approximator);
  for (std::size_t i = 0; i < spider().dev.size(); ++i) {
    const Example &of = spider().dev[i];
    ExampleQuery query;
    query.question = of.question;
    query.database = spider().database(of);
    query.approximations = guesses[i];
    query.pool = pool;
    visit(rank(query), i);
  }
}

void shape_hits(benchmark::State &state, const std::function<Rank()> &make,
                const std::string &approximator, std::size_t pool) {
  if (missing(state)) return;
  const Rank rank = make();
  approximations(approximator);
  Quality quality;
  for (auto _ : state) {
    each_ranking(rank, approximator, pool, [&](const ExampleRanking &ranking, std::size_t i) {
      quality.add(ranking, spider().dev_shapes[i]);
    });
  }
  state.counters["hit@5"] = 100 * quality.hits / quality.questions;
  state.counters["precision@5"] = 100 * quality.precision / quality.questions;
}

/// The paper's table 6: how often a chosen example has gold's shape, by the ranker's confidence.
void confidence(benchmark::State &state, const std::function<Rank()> &make,
                const std::string &approximator) {
  if (missing(state)) return;
  const Rank rank = make();
  std::array<Quality, confidence_bins> bins;
  for (auto _ : state) {
    each_ranking(rank, approximator, 0, [&](const ExampleRanking &ranking, std::size_t i) {
      bins[confidence_bin(ranking.confidence)].add(ranking, spider().dev_shapes[i]);
    });
  }
  static constexpr std::array<const char *, confidence_bins> names{".95", ".90", ".85", ".80",
                                                                   "below"};
  for (std::size_t b = 0; b < bins.size(); ++b) {
    state.counters[std::string("n_") + names[b]] = bins[b].questions;
    if (bins[b].questions > 0)
      state.counters[std::string("hit_") + names[b]] = 100 * bins[b].hits / bins[b].questions;
  }
}

template <class Ranker>
Rank held(Ranker ranker) {
  auto shared = std::make_shared<const Ranker>(std::move(ranker));
  return [shared](const ExampleQuery &query) { return shared->rank(query); };
}

Rank likely(double diversity) {
  LikelyShapeOptions options;
  options.diversity = diversity;
  return held(LikelyShapeRanker(spider().store, options));
}
Rank by_shape(ShapeSimilarity similarity, std::size_t most = 0) {
  return held(ShapeRanker(spider().store, {similarity, most}));
}

/// Time for one question, of dev, in turn. Cold: no answer to another question is at hand.
void speed(benchmark::State &state, const std::function<void(const ExampleQuery &)> &rank,
           const std::function<void()> &forget) {
  if (missing(state)) return;
  const auto &guesses = approximations("graphix_t5_3b_picard");
  std::size_t i = 0;
  for (auto _ : state) {
    forget();
    const Example &of = spider().dev[i];
    ExampleQuery query;
    query.question = of.question;
    query.database = spider().database(of);
    query.approximations = guesses[i];
    rank(query);
    i = (i + 1) % spider().dev.size();
  }
}

/// Ours without bounds, shapes or kept answers: every example's tree is compared.
void rank_naively(const ExampleQuery &query) {
  const ExampleStore &store = *spider().store;
  const QuestionView view = store.view(query.question, query.database);
  const std::vector<float> similarities = store.question_similarities(view);
  std::shared_ptr<const QueryShape> guess;
  try {
    guess = QueryShape::of(query.approximations[0].sql, query.database);
  } catch (const Error &) {
    return;
  }
  sql::Distiller distiller;
  std::vector<std::pair<double, float>> scores;
  for (std::size_t i = 0; i < store.size(); ++i) {
    scores.emplace_back(sql::similarity(distiller.count(
                            guess->tree(), store.shape(store.shape_of(ExampleId(i))).tree())),
                        similarities[i]);
  }
  std::ranges::partial_sort(scores, scores.begin() + 5, std::ranges::greater{});
  benchmark::DoNotOptimize(scores);
}

// What is learned, from train data.

constexpr double exact_share = 0.85;  // of guesses that are gold
constexpr std::size_t every = 5;      // train question

struct Guessed {
  std::vector<std::size_t> positions;  // in train
  std::vector<std::string> sql;
};

/// A guess for some of the train questions: gold, perturbed gold, or the query of an example of
/// another database with a similar question.
const Guessed &guessed() {
  static const Guessed made = [] {
    Guessed all;
    Random random(7);
    const std::vector<Example> &train = spider().train;
    NearestExampleApproximator nearest(spider().store, 20);
    for (std::size_t i = 0; i < train.size(); i += every) {
      const double draw = random.unit();
      std::string sql = train[i].sql;
      if (draw >= exact_share) {
        const double rest = (draw - exact_share) / (1 - exact_share);
        const auto near = nearest.approximate(train[i].question, *spider().database(train[i]));
        if (random.below(2) == 0 && !near.empty()) {
          sql = near[random.below(near.size())].sql;
        } else {
          PerturbedQuery query(sql, random);
          const int edits = rest < 0.5 ? 1 : rest < 0.83 ? 2 : 3;
          for (int edit = 0; edit < edits; ++edit)
            query.perturb(train[random.below(train.size())].sql);
          sql = query.text();
        }
      }
      all.positions.push_back(i);
      all.sql.push_back(std::move(sql));
    }
    return all;
  }();
  return made;
}

ExampleQuery train_query(std::size_t i, std::span<const ApproximatedQuery> guess) {
  const Example &of = spider().train[i];
  ExampleQuery query;
  query.question = of.question;
  query.database = spider().database(of);
  query.approximations = guess;
  query.except_database = of.database;
  return query;
}

ShapeWeights fitted(const std::function<bool(std::size_t)> &is_taken) {
  const LikelyShapeRanker ranker(spider().store);
  RankedGroups groups;
  groups.columns = ShapeEvidence::size;
  for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
    const std::size_t i = guessed().positions[k];
    if (!is_taken(i)) continue;
    const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
    std::vector<std::uint32_t> available;
    const std::vector<float> rows = ranker.evidence(train_query(i, guess), available);
    const std::size_t gold = spider().store->shape_of(ExampleId(i)).index();
    if (available[gold] == 0) continue;
    groups.begin_group();
    for (std::size_t s = 0; s < available.size(); ++s) {
      if (available[s] != 0)
        groups.add(std::span(rows).subspan(s * ShapeEvidence::size, ShapeEvidence::size),
                   s == gold);
    }
  }
  const LinearModel model =
      fit_listwise(std::move(groups), {.l2 = 1e-3, .iterations = 80, .tolerance = 1e-6});
  ShapeWeights weights;
  for (std::size_t k = 0; k < weights.size(); ++k)
    weights[k] = double{model.weights[k]} * double{model.standardiser.inverses()[k]};
  return weights;
}

/// Weights from all train databases, and what those of three quarters do on the fourth.
void fit(benchmark::State &state) {
  if (missing(state)) return;
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> databases;
  for (const Example &of : spider().train) {
    databases.push_back(
        numbers.emplace(of.database, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  const std::vector<std::size_t> fold = folds_by_group(databases, 4, 1);
  ShapeWeights all{};
  Quality learned, distilling;
  for (auto _ : state) {
    all = fitted([](std::size_t) { return true; });
    LikelyShapeOptions options;
    options.weights = fitted([&](std::size_t i) { return fold[i] != 0; });
    const Rank ours = held(LikelyShapeRanker(spider().store, options));
    const Rank plain = by_shape(ShapeSimilarity::change_distilling);
    for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
      const std::size_t i = guessed().positions[k];
      if (fold[i] != 0) continue;
      const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
      const ExampleStore &store = *spider().store;
      const std::string &gold = store.shape(store.shape_of(ExampleId(i))).text();
      learned.add(ours(train_query(i, guess)), gold);
      distilling.add(plain(train_query(i, guess)), gold);
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    state.counters["w" + std::to_string(k) + "_" + std::string(ShapeEvidence::names[k])] = all[k];
  state.counters["hit"] = 100 * learned.hits / learned.questions;
  state.counters["precision"] = 100 * learned.precision / learned.questions;
  state.counters["distilling_hit"] = 100 * distilling.hits / distilling.questions;
  state.counters["distilling_precision"] = 100 * distilling.precision / distilling.questions;
}

// Schema pruning. Kept: share of questions that keep all tables and columns that gold reads.
// Shortening: mean share of tables plus columns taken out; keys that are kept count as kept.

/// P(table) and P(column) by the trained ranker, which sees one database at a time.
class Probabilities {
 public:
  explicit Probabilities(std::shared_ptr<const RankerModel> model = nullptr)
      : model_(std::move(model)) {}

  void ask(const Example &of, std::vector<float> &tables, std::vector<float> &columns) {
    auto &ranker = rankers_[of.database];
    if (ranker == nullptr) {
      const auto catalog =
          Catalog::make({spider().catalog->share(*spider().catalog->find_database(of.database))});
      std::shared_ptr<const ValueIndex> values;
      std::vector<DatabaseFile> files;
      for (DatabaseFile &file : find_databases(data("spider/databases/dev"))) {
        if (file.name == of.database) files.push_back(std::move(file));
      }
      if (!files.empty() && model_ == nullptr) values = read_values(*catalog, files).index;
      ranker = std::make_unique<Ranker>(make_ranker(std::make_shared<const JoinGraphs>(catalog),
                                                    index_catalog(*catalog), {}, model_, values));
    }
    const Catalog &catalog = ranker->schema().catalog();
    tables.assign(catalog.table_count(), 0);
    columns.assign(catalog.column_count(), 0);
    RankerOptions options;
    options.tables = catalog.table_count();
    const RankerAnswer answer = ranker->rank(of.question, nullptr, options);
    for (const auto &table : answer.tables) tables[table.id.index()] = table.score;
    for (const auto &column : answer.columns) columns[column.id.index()] = column.score;
  }

 private:
  std::shared_ptr<const RankerModel> model_;
  std::map<std::string, std::unique_ptr<Ranker>> rankers_;
};

PrunedSchema gold_elements(const BenchmarkQuestion &of, const Catalog &catalog) {
  PrunedSchema gold;
  const std::size_t first_table = catalog.tables(of.database).begin().operator*().index();
  const std::size_t first_column = catalog.columns(of.database).begin().operator*().index();
  for (const TableId id : of.tables)
    gold.tables.push_back(static_cast<std::uint32_t>(id.index() - first_table));
  for (const ColumnId id : of.columns)
    gold.columns.push_back(static_cast<std::uint32_t>(id.index() - first_column));
  std::ranges::sort(gold.tables);
  std::ranges::sort(gold.columns);
  return gold;
}

std::vector<PrunedSchema> golds(const std::string &name) {
  std::vector<PrunedSchema> all;
  for (const BenchmarkQuestion &of :
       read_benchmark_questions(read_file(data(name)), name, *spider().catalog))
    all.push_back(gold_elements(of, *spider().catalog));
  return all;
}

/// Keeps all of gold in this share of questions, as far as train can tell.
float fitted_threshold(double recall) {
  static const RecallControl control = [] {
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> databases;
    for (const Example &of : spider().train) {
      databases.push_back(
          numbers.emplace(of.database, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    constexpr std::size_t folds = 3;
    const std::vector<std::size_t> fold = folds_by_group(databases, folds, 1);
    std::vector<RankerExample> examples;
    const std::string name = "spider/train.jsonl.gz";
    for (BenchmarkQuestion &of :
         read_benchmark_questions(read_file(data(name)), name, *spider().catalog))
      examples.push_back({of.question, of.database, of.tables, of.columns});
    const RankerSchema schema(std::make_shared<const JoinGraphs>(spider().catalog),
                              index_catalog(*spider().catalog), {*default_embedder(), {}});
    const std::vector<PrunedSchema> gold = golds(name);
    std::vector<std::vector<float>> reached;
    for (std::size_t f = 0; f < folds; ++f) {
      std::vector<RankerExample> others;
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (fold[i] != f) others.push_back(examples[i]);
      }
      RankerTrainerOptions options;
      options.every = 8;
      options.copies = 0;
      Probabilities probabilities(train_ranker(schema, others, "folds", options));
      for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
        const std::size_t i = guessed().positions[k];
        if (fold[i] != f) continue;
        const Example &of = spider().train[i];
        std::vector<float> tables, columns;
        probabilities.ask(of, tables, columns);
        // What the guess reads is kept, and so are the keys of what is kept.
        const SchemaPruner pruner(
            spider().catalog->share(*spider().catalog->find_database(of.database)));
        const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
        PruneQuery query;
        query.approximations = guess;
        const PrunedSchema kept = pruner.prune(query, {.rule = PruneRule::query});
        float least = 1;
        for (const std::uint32_t table : gold[i].tables) {
          if (!std::ranges::binary_search(kept.tables, table))
            least = std::min(least, tables[table]);
        }
        for (const std::uint32_t column : gold[i].columns) {
          if (!std::ranges::binary_search(kept.columns, column))
            least = std::min(least, columns[column]);
        }
        reached.push_back({least});
      }
    }
    return RecallControl::fit(reached);
  }();
  return control.threshold(recall);
}

void prune(benchmark::State &state, const std::string &approximator, PruneOptions options,
           double recall) {
  if (missing(state)) return;
  if (recall > 0) options.threshold = fitted_threshold(recall);
  static const std::vector<PrunedSchema> gold = golds("spider/dev.jsonl.gz");
  static Probabilities probabilities;
  std::map<std::string, std::unique_ptr<SchemaPruner>> pruners;
  double kept = 0, shortening = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < spider().dev.size(); ++i) {
      const Example &of = spider().dev[i];
      auto &pruner = pruners[of.database];
      if (pruner == nullptr) {
        std::shared_ptr<const Database> database =
            spider().catalog->share(*spider().catalog->find_database(of.database));
        pruner = std::make_unique<SchemaPruner>(database);
      }
      PruneQuery query;
      query.question = of.question;
      query.approximations = approximations(approximator)[i];
      std::vector<float> tables, columns;
      if (options.rule == PruneRule::calibrated) probabilities.ask(of, tables, columns);
      query.table_probabilities = tables;
      query.column_probabilities = columns;
      const PruneQuality quality =
          judge(pruner->prune(query, options), gold[i], pruner->database());
      kept += quality.keeps_all ? 1 : 0;
      shortening += quality.shortening;
    }
  }
  const auto all = static_cast<double>(spider().dev.size());
  state.counters["kept"] = 100 * kept / all;
  state.counters["shortening"] = 100 * shortening / all;
  if (options.rule == PruneRule::calibrated)
    state.counters["threshold"] = double{options.threshold};
}

/// Folded; blanks around a value, which some databases hold, are none.
std::string bare(std::string_view value) {
  const std::size_t end = value.find_last_not_of(' ') + 1;
  const std::size_t begin = std::min(value.find_first_not_of(' '), end);
  return fold(value.substr(begin, end - begin));
}

// Value selection: the share of gold queries' string literals that the prompt would name, of the
// columns that the paper's rule keeps by `prune_by` (empty: of all columns). `guess` helps to find
// values. Where neither is given, train questions can be asked as well.
void offered_values(benchmark::State &state, const std::string &guess, const std::string &prune_by,
                    bool plain_parts, bool is_dev) {
  if (missing(state)) return;
  const Catalog &catalog = *spider().catalog;
  static std::map<bool, std::shared_ptr<const ValueIndex>> read;
  auto &index = read[is_dev];
  if (index == nullptr) {
    const auto files =
        find_databases(data(is_dev ? "spider/databases/dev" : "spider/databases/train"));
    index = read_values(catalog, files).index;
  }
  const std::vector<Example> &asked = is_dev ? spider().dev : spider().train;
  double literals = 0, offered = 0, values = 0, questions = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < asked.size(); i += is_dev ? 1 : every) {
      const DatabaseId id = *catalog.find_database(asked[i].database);
      const Database &database = catalog.database(id);
      std::vector<ColumnId> columns, preferred;
      if (prune_by.empty()) {
        for (const ColumnId column : catalog.columns(id)) columns.push_back(column);
      } else {
        PruneQuery query;
        query.question = asked[i].question;
        query.approximations = approximations(prune_by)[i];
        for (const std::uint32_t column : SchemaPruner(catalog.share(id)).prune(query).columns)
          columns.push_back(catalog.columns(id)[column]);
      }
      std::vector<std::string> guessed;
      if (!guess.empty()) {
        const std::string &sql = approximations(guess)[i][0].sql;
        guessed = string_literals_of(sql, database);
        for (const std::uint32_t column : elements_of(sql, database).columns)
          preferred.push_back(catalog.columns(id)[column]);
      }
      ValueChoiceOptions options;
      options.plain_parts = plain_parts;
      const std::vector<FoundValue> found =
          choose_values(*index, spider().catalog,
                        {asked[i].question, columns, guessed, preferred, nullptr}, options);
      questions += 1;
      values += static_cast<double>(found.size());
      for (const std::string &literal : string_literals_of(asked[i].sql, database)) {
        literals += 1;
        offered += std::ranges::any_of(
            found, [&](const FoundValue &value) { return bare(value.value) == bare(literal); });
      }
    }
  }
  state.counters["literals"] = literals;
  state.counters["offered"] = 100 * offered / literals;
  state.counters["values_a_question"] = values / questions;
}

void register_all() {
  const auto once = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  const auto add = [&](const std::string &name, std::function<Rank()> make, std::size_t pool = 0) {
    for (const std::string of : {"oracle", "graphix_t5_3b_picard", "c3_gpt35"}) {
      once("hits/" + name + '/' + of,
           [=](benchmark::State &state) { shape_hits(state, make, of, pool); });
    }
  };
  once("hits/question", [](benchmark::State &state) {
    shape_hits(
        state, [] { return held(QuestionRanker(spider().store)); }, "oracle", 0);
  });
  once("hits/likely/nearest", [](benchmark::State &state) {
    shape_hits(
        state, [] { return likely(LikelyShapeOptions().diversity); }, "nearest", 0);
  });
  const auto distilling = [] { return by_shape(ShapeSimilarity::change_distilling); };
  const auto default_likely = [] { return likely(LikelyShapeOptions().diversity); };
  add("likely", default_likely);
  add("dail", [] { return held(SkeletonRanker(spider().store)); });
  add("distilling", distilling);
  add("distilling_500", distilling, 500);
  add("symmetric", [] { return by_shape(ShapeSimilarity::change_distilling_symmetric); });
  add("tree_edit", [] { return by_shape(ShapeSimilarity::tree_edit_distance); });
  add(
      "tree_edit_500", [] { return by_shape(ShapeSimilarity::tree_edit_distance); }, 500);
  add("diversity/likely_0", [] { return likely(0); });
  add("diversity/likely_0.6", [] { return likely(0.6); });
  add("diversity/distilling_4", [] { return by_shape(ShapeSimilarity::change_distilling, 4); });
  add("diversity/distilling_1", [] { return by_shape(ShapeSimilarity::change_distilling, 1); });
  for (const std::string of : {"oracle", "graphix_t5_3b_picard", "c3_gpt35"}) {
    once("confidence/likely/" + of,
         [=](benchmark::State &state) { confidence(state, default_likely, of); });
    once("confidence/distilling/" + of,
         [=](benchmark::State &state) { confidence(state, distilling, of); });
  }

  const auto prunes = [&](const std::string &name, const std::string &of, PruneOptions options,
                          double recall = 0) {
    once("prune/" + name + '/' + of,
         [=](benchmark::State &state) { prune(state, of, options, recall); });
  };
  const std::string graphix = "graphix_t5_3b_picard";
  prunes("gold", "oracle", {.rule = PruneRule::query, .keys = false});
  prunes("gold_with_keys", "oracle", {.rule = PruneRule::query});
  prunes("bm25_10", graphix, {.rule = PruneRule::top, .top = 10});
  prunes("bm25_20", graphix, {.rule = PruneRule::top, .top = 20});
  prunes("query", graphix, {.rule = PruneRule::query, .keys = false});
  prunes("query_with_keys", graphix, {.rule = PruneRule::query});
  prunes("paper", graphix, {.rule = PruneRule::paper});
  prunes("calibrated/default", graphix, {.rule = PruneRule::calibrated});
  for (const double recall : {0.985, 0.99, 0.995, 0.996, 0.997})
    prunes("calibrated/" + std::to_string(recall).substr(0, 5), graphix,
           {.rule = PruneRule::calibrated}, recall);

  const auto offers = [&](const std::string &name, const std::string &guess,
                          const std::string &pruned_by, bool plain_parts, bool is_dev) {
    once("values/" + name, [=](benchmark::State &state) {
      offered_values(state, guess, pruned_by, plain_parts, is_dev);
    });
  };
  offers("question", "", "", true, true);
  offers("question/marked_parts_only", "", "", false, true);
  offers("question/pruned_by_graphix", "", graphix, true, true);
  offers("graphix", graphix, "", true, true);
  offers("graphix/pruned_by_graphix", graphix, graphix, true, true);
  offers("train/question", "", "", true, false);
  offers("train/question/marked_parts_only", "", "", false, false);

  const auto timed = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(("speed/" + name).c_str(), std::move(run))
        ->Unit(benchmark::kMicrosecond);
  };
  timed("naive", [](benchmark::State &state) { speed(state, rank_naively, [] {}); });
  for (const bool cold : {true, false}) {
    const std::string how = cold ? "_cold" : "_warm";
    timed("likely" + how, [=](benchmark::State &state) {
      if (missing(state)) return;
      const LikelyShapeRanker ranker(spider().store);
      speed(
          state, [&](const ExampleQuery &query) { ranker.rank(query); },
          [&] {
            if (cold) ranker.forget();
          });
    });
    for (const auto of :
         {ShapeSimilarity::change_distilling, ShapeSimilarity::tree_edit_distance}) {
      timed((of == ShapeSimilarity::change_distilling ? "distilling" : "tree_edit") + how,
            [=](benchmark::State &state) {
              if (missing(state)) return;
              const ShapeRanker ranker(spider().store, {of, 0});
              speed(
                  state, [&](const ExampleQuery &query) { ranker.rank(query); },
                  [&] {
                    if (cold) ranker.forget();
                  });
            });
    }
  }
  once("fit", fit);
}

const bool registered = (register_all(), true);

}  // namespace
