#include "spider_questions.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "perturbed_query.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::bench {

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

bool missing(::benchmark::State &state) {
  if (std::filesystem::exists(data("spider/train.jsonl.gz")) && default_embedder()) return false;
  state.SkipWithError("no benchmark data or no static table; set SLUICE_DATA");
  return true;
}

namespace {

std::vector<Example> read_examples(const std::string &name) {
  std::vector<Example> examples;
  each_json_line(read_file(data(name)), name, [&](JsonValue record) {
    examples.push_back({std::string(record.at("question").as_string()),
                        std::string(record.at("db_id").as_string()),
                        std::string(record.at("sql").as_string())});
  });
  return examples;
}

/// Guesses by the label model with the databases' content.
std::vector<GuessedQuery> label_guesses(const Spider &spider) {
  const LabelApproximator approximator;
  const auto files = find_databases(data("spider/databases/dev"));
  std::map<std::string, std::shared_ptr<const ValueIndex>> values;
  std::vector<GuessedQuery> all;
  for (const Example &of : spider.dev) {
    auto &known = values[of.database];
    if (known == nullptr) {
      const auto catalog =
          Catalog::make({spider.catalog->share(*spider.catalog->find_database(of.database))});
      known = read_values(*catalog, files).index;
    }
    all.push_back(approximator.guess(of.question, *spider.database(of), known));
  }
  return all;
}

std::vector<std::vector<ApproximatedQuery>> make_approximations(const std::string &of,
                                                                const Spider &spider) {
  std::vector<std::vector<ApproximatedQuery>> all;
  if (of == "none") return std::vector<std::vector<ApproximatedQuery>>(spider.dev.size());
  if (of == "labels") {
    for (const GuessedQuery &guess : label_guesses(spider))
      all.push_back({{guess.sql, std::max(0.01, guess.confidence)}});
    return all;
  }
  if (of == "oracle") {
    for (const Example &example : spider.dev) all.push_back({{example.sql, 1}});
    return all;
  }
  std::vector<AskedQuestion> questions;
  for (const Example &example : spider.dev)
    questions.push_back({example.question, example.database});
  if (of == "nearest") {
    const NearestExampleApproximator nearest(spider.store);
    for (const Example &example : spider.dev)
      all.push_back(nearest.approximate(example.question, *spider.database(example)));
    return all;
  }
  const std::string path = data("predictions/spider_dev/" + of + ".sql.gz");
  // Matches by line, since dev has some questions twice for the same database.
  const std::string text = read_file(path);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < spider.dev.size(); ++i) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    all.push_back({{text.substr(begin, end - begin), 1}});
    begin = std::min(end + 1, text.size());
  }
  return all;
}

}  // namespace

Spider::Spider()
    : catalog(Catalog::make(load(data("spider/tables.json.gz")))),
      train(read_examples("spider/train.jsonl.gz")),
      dev(read_examples("spider/dev.jsonl.gz")),
      store(std::make_shared<const ExampleStore>(
          ExampleStore(*default_embedder()).with(train, catalog.get()).store)) {
  for (const Example &of : dev) dev_shapes.push_back(QueryShape::of(of.sql, database(of))->text());
}

std::vector<std::uint32_t> Spider::train_groups() const {
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> groups;
  for (const Example &of : train) {
    groups.push_back(
        numbers.emplace(of.database, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return groups;
}

const Spider &spider() {
  static const Spider loaded;
  return loaded;
}

const std::vector<std::vector<ApproximatedQuery>> &approximations(std::string_view of) {
  static std::map<std::string, std::vector<std::vector<ApproximatedQuery>>> read;
  const std::string name(of);
  auto &found = read[name];
  if (found.empty()) found = make_approximations(name, spider());
  return found;
}

namespace {

constexpr double exact_share = 0.85;      // fraction of guesses that are gold
constexpr std::size_t guessed_every = 5;  // every fifth train question

}  // namespace

const Guessed &guessed() {
  static const Guessed made = [] {
    Guessed all;
    Random random(7);
    const std::vector<Example> &train = spider().train;
    NearestExampleApproximator nearest(spider().store, 20);
    for (std::size_t i = 0; i < train.size(); i += guessed_every) {
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

const LabelTrainingSet &training_set() {
  static const LabelTrainingSet set = [] {
    const std::string name = "spider/train.jsonl.gz";
    std::vector<LabelPair> pairs;
    for (BenchmarkQuestion &of :
         read_benchmark_questions(read_file(data(name)), name, *spider().catalog)) {
      pairs.push_back(
          {{of.question, of.database, of.tables, of.columns}, spider().train[pairs.size()].sql});
    }
    LabelTrainingOptions options;
    const std::string glossary = SLUICE_SOURCE_DIR "/training/glossary.txt";
    options.ranker.glossary = parse_glossary(read_file(glossary), glossary);
    return LabelTrainingSet(spider().catalog, pairs, find_databases(data("spider/databases/train")),
                            options);
  }();
  return set;
}

const std::vector<QuestionForm> &dev_forms() {
  static const std::vector<QuestionForm> all = [] {
    std::vector<QuestionForm> made;
    for (const GuessedQuery &of : label_guesses(spider())) made.push_back(of.form);
    return made;
  }();
  return all;
}

const std::vector<QuestionForm> &train_forms() {
  static const std::vector<QuestionForm> all = [] {
    const LabelTrainingSet &set = training_set();
    std::vector<QuestionForm> made(set.pairs().size());
    for (std::size_t fold = 0; fold < LabelTrainingOptions().folds; ++fold) {
      const LabelModel model = set.train(fold, {});
      for (const LabelTrainingSet::Entry &of : set.entries()) {
        // Entries with content follow those without.
        if (of.fold != fold) continue;
        const std::string &question = set.pairs()[of.pair].read.question;
        made[of.pair] =
            model.predict(*of.schema, of.evidence->view(question), of.schema->read(question)).form;
      }
    }
    return made;
  }();
  return all;
}

}  // namespace sluice::bench
