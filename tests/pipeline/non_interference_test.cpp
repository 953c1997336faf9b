/// Hidden objects have no effect: every stage gives the same answer as over a catalog without them.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sample_content.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/result_json.hpp"
#include "support/restrict.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::SampleQuestion;
using test::Samples;

/// Number of pairs of a mask and a question: $SLUICE_MASK_PAIRS, or what takes a few seconds.
std::size_t pair_count() {
  const char *asked = std::getenv("SLUICE_MASK_PAIRS");
  return asked != nullptr ? static_cast<std::size_t>(std::atoll(asked)) : 160 / test::slowness;
}

constexpr std::size_t questions_per_mask = 8;
constexpr std::size_t masks_per_world = 10;

/// A model that records its prompts and answers with `reply`.
struct Model {
  std::shared_ptr<std::string> prompt = std::make_shared<std::string>();
  std::shared_ptr<std::string> reply = std::make_shared<std::string>();
  Completion complete(const CompletionRequest &request, const CancellationToken &) const {
    for (const ChatMessage &message : request.messages) *prompt += message.text + '\n';
    Completion completion;
    completion.text = *reply;
    return completion;
  }
};

/// Every stage over one catalog.
struct Stages {
  Stages(std::shared_ptr<const Catalog> made_of, std::shared_ptr<const ExampleStore> store)
      : catalog(std::move(made_of)), values(test::values_of(*catalog)), examples(std::move(store)) {
    const auto index = index_catalog(*catalog);
    const auto embedder = default_embedder();
    retriever = std::make_shared<const Retriever>(catalog, index);
    Retriever::Options words;
    words.trained = false;
    router = std::make_shared<const Retriever>(catalog, index, words, embedder);
    ranker.emplace(
        make_ranker(std::make_shared<const JoinGraphs>(catalog), index, {}, nullptr, values));
    AnswererParts parts;
    parts.retriever = retriever;
    parts.completer = model;
    parts.values = values;
    parts.examples = examples;
    parts.labels = labels = LabelApproximator(nullptr, {}, {catalog, values});
    answerer.emplace(parts);
    parts.completer.reset();
    parts.approximator = *labels;
    guesser.emplace(std::move(parts));
  }

  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const ValueIndex> values;
  std::shared_ptr<const ExampleStore> examples;
  std::shared_ptr<const Retriever> retriever;
  std::shared_ptr<const Retriever> router;
  std::optional<Ranker> ranker;
  Model model;
  std::optional<LabelApproximator> labels;
  std::optional<Answerer> answerer;
  std::optional<Answerer>
      guesser;  ///< Has no language model: answers with the label model's guess.
};

/// Writes everything in an answer as text, with names instead of ids, bit for bit.
class Writing {
 public:
  explicit Writing(const Catalog &catalog) : catalog_(catalog) {}

  Writing &add(std::string_view text) {
    text_.append(text).push_back('\n');
    return *this;
  }
  Writing &add(double number) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number);
    return add(digits);
  }
  Writing &add(DatabaseId id) { return add(catalog_.database(id).name()); }
  Writing &add(TableId id) { return add(catalog_.database_of(id)).add(catalog_.table(id).name); }
  Writing &add(ColumnId id) { return add(catalog_.path(id)); }
  template <class Id>
  Writing &add(const std::vector<Scored<Id>> &ranked) {
    for (const Scored<Id> &of : ranked) add(of.id).add(double{of.score});
    return add("--");
  }
  Writing &add(const Answer &answer) {
    add(answer.databases).add(answer.tables).add(answer.columns);
    for (const SubsetColumn &column : answer.subset.columns) {
      add(column.id).add(double{column.score});
      for (const Reason &reason : column.reasons) add(name_of(reason.kind)).add(reason.text);
    }
    add(answer.fits ? double{*answer.fits} : -1);
    add(answer.alternatives.databases)
        .add(answer.alternatives.tables)
        .add(answer.unsure ? 1.0 : 0.0);
    return add(answer.foreign_script ? name_of(*answer.foreign_script) : "");
  }

  const std::string &text() const noexcept { return text_; }

 private:
  const Catalog &catalog_;
  std::string text_;
};

struct RandomQuestion {
  std::string text;
  std::string hallucinated;
  std::string reply;
  std::string gold;
  std::string predicted;
  std::string database;
  std::size_t budget;
  std::size_t databases;
  bool is_refuted;
};

using Outputs = std::map<std::string, std::string>;

/// The output of each stage for a question, by the stage's name. Without hidden objects, `mask`
/// shows everything in `stages`, because some options are valid only with a mask.
Outputs outputs_of(Stages &stages, const RandomQuestion &asked, const Mask &mask) {
  const Catalog &catalog = *stages.catalog;
  Outputs outputs;
  AskOptions options{.budget = asked.budget, .databases = asked.databases, .mask = &mask};
  const HallucinatedSchema hallucinated = parse_hallucinated_schema(asked.hallucinated);
  if (!hallucinated.empty()) options.hallucinated = &hallucinated;
  const Answer answer = stages.retriever->ask(asked.text, options);
  outputs["retrieve"] = Writing(catalog).add(answer).text();
  outputs["route"] = Writing(catalog).add(stages.router->ask(asked.text, options)).text();
  if (!answer.subset.columns.empty()) {
    outputs["prompt"] = make_prompt(answer.subset, asked.text);
    SchemaTextOptions form;
    form.form = SchemaForm::json;
    outputs["json"] = schema_text(answer.subset, form).text;
  }

  const RankerAnswer ranked = stages.ranker->rank(asked.text, &mask);
  Writing with_content(catalog);
  with_content.add(ranked.databases).add(ranked.tables).add(ranked.columns);
  for (const NamedValue &value : ranked.values)
    with_content.add(value.column).add(value.value).add(value.words);
  for (const float signal : ranked.fit_row) with_content.add(double{signal});
  outputs["rank with values"] = with_content.text();

  *stages.model.reply = asked.reply;
  stages.model.prompt->clear();
  AnswerOptions answering;
  answering.ask = options;
  const std::vector<ApproximatedQuery> guesses{{asked.gold, 1}, {asked.predicted, 0.5}};
  answering.guesses = guesses;
  const QuestionAnswer told = stages.answerer->answer(asked.text, answering);
  Writing all(catalog);
  all.add(*stages.model.prompt).add(told.generated.check.message);
  for (const FoundValue &value : told.values) all.add(value.column).add(value.value);
  for (const RankedExample &of : told.examples.examples)
    all.add((*stages.examples)[of.id].question).add(of.score).add(of.question_similarity);
  all.add(told.examples.confidence);
  outputs["answer"] = all.text();

  answering.guesses.reset();
  const QuestionAnswer guessed = stages.guesser->answer(asked.text, answering);
  Writing guess(catalog);
  guess.add(guessed.generated.sql).add(guessed.generated.check.message).add(guessed.confidence);
  for (const ApproximatedQuery &of : guessed.guesses) guess.add(of.sql).add(of.weight);
  guess.add(guessed.database ? catalog.database(*guessed.database).name() : "");
  outputs["guess"] = guess.text();

  const auto database = catalog.find_database(asked.database);
  if (!database || !mask.visible(*database)) return outputs;
  const GuessedQuery labeled =
      stages.labels->guess(asked.text, *visible_part(catalog, *database, &mask).database);
  outputs["labels"] = labeled.sql + '\n' + std::to_string(labeled.confidence);
  const SqlChecker checker(stages.catalog, *database, &mask);
  for (const std::string *sql : {&asked.gold, &asked.predicted, &asked.reply}) {
    const SqlCheck check = checker.check(*sql);
    outputs["check"] += check.message + ' ' + std::to_string(check.offset.value_or(0)) + '\n';
  }
  if (!asked.is_refuted) return outputs;
  RefuterOptions few;
  few.databases = 12;
  few.minimizing = 12;
  const Refuter refuter(std::make_shared<const Constraints>(Constraints::declared(
                            visible_part(catalog, *database, &mask).database)),
                        few);
  outputs["refute"] = to_json(refuter.refute(asked.gold, asked.predicted));
  return outputs;
}

/// Hides random objects.
Mask random_mask(Random &random, const std::shared_ptr<const Catalog> &catalog) {
  Mask mask(catalog, random.below(8) != 0);
  const std::uint64_t rarity = 2 + random.below(20);
  const auto change = [&](auto ids) {
    for (const auto id : ids) {
      if (random.below(rarity) != 0) continue;
      random.below(4) == 0 ? mask.show(id) : mask.hide(id);
    }
  };
  change(catalog->databases());
  change(catalog->tables());
  change(catalog->columns());
  return mask;
}

/// A question that names hidden and visible objects alike.
RandomQuestion random_question(Random &random, const Samples &samples, const Catalog &catalog) {
  const auto any = [&]() -> const SampleQuestion & {
    return samples.questions[random.below(samples.questions.size())];
  };
  const SampleQuestion &asked = any();
  RandomQuestion made;
  made.text = asked.question;
  made.database = asked.database;
  made.gold = asked.sql;
  made.predicted = any().sql;
  const auto column = [&] { return catalog.columns()[random.below(catalog.column_count())]; };
  const auto table = [&](ColumnId id) {
    return std::string(catalog.table(catalog.table_of(id)).name);
  };
  const auto name = [&](ColumnId id) { return std::string(catalog.column(id).name); };
  if (random.below(2) == 0) made.text += " and the " + name(column());
  if (random.below(3) == 0) made.text += " of a " + table(column());
  if (random.below(3) == 0) {
    const auto held = catalog.column(column()).samples();
    if (!held.empty()) made.text += " '" + std::string(held[random.below(held.size())]) + "'";
  }
  if (random.below(3) == 0) {
    const ColumnId of = column();
    made.hallucinated = table(of) + "(" + name(of) + ", " + name(column()) + ")";
  }
  const ColumnId one = column();
  const ColumnId other = column();
  const std::vector<std::string> replies{
      asked.sql,
      "SELECT " + name(one) + " FROM " + table(one),
      "SELECT " + name(other) + " FROM " + table(one),
      "SELECT " + name(one) + " FROM " + table(one) + ", " + table(other),
      "SELECT x." + name(one) + " FROM " + table(one) + " AS x JOIN " + table(other) + " USING (" +
          name(other) + ")",
      "SELECT 1 AS " + name(one) + " FROM " + table(one) + " GROUP BY " + name(one),
      "SELECT (SELECT " + name(one) + " FROM " + table(other) + ") FROM " + table(one),
      "SELECT * FROM " + table(one),
      "SELECT \"" + name(one) + "\" FROM " + table(one)};
  made.reply = replies[random.below(replies.size())];
  if (random.below(2) == 0) made.predicted = replies[random.below(replies.size())];
  if (random.below(4) == 0) made.database = catalog.database(catalog.database_of(one)).name();
  made.budget = 1 + random.below(25);
  made.databases = 1 + random.below(3);
  made.is_refuted = random.below(4) == 0;
  return made;
}

/// The examples whose queries read only what `seen` has, according to the samples.
std::vector<Example> shown_examples(const std::vector<SampleQuestion> &all, const Catalog &seen) {
  std::vector<Example> shown;
  for (const SampleQuestion &of : all) {
    const auto database = seen.find_database(of.database);
    const auto is_there = [&](const std::string &path) {
      const std::size_t dot = path.find('.');
      const auto table = seen.find_table(*database, path.substr(0, dot));
      return table && (dot == path.npos || seen.find_column(*table, path.substr(dot + 1)));
    };
    if (database && std::ranges::all_of(of.reads, is_there))
      shown.push_back({of.question, of.database, of.sql});
  }
  return shown;
}

}  // namespace

TEST_CASE("hidden objects do not change the output of any stage") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const Samples all = test::samples();
  REQUIRE(all.databases.size() == 13);
  std::map<std::string, std::size_t> differences;
  std::map<std::string, std::size_t> compared;
  std::string first;
  const std::size_t pairs = pair_count();
  std::size_t done = 0;
  for (std::uint64_t seed = 0; done < pairs; ++seed) {
    Random random(seed);
    Databases chosen = all.databases;
    random.shuffle(chosen);
    chosen.resize(2 + random.below(3));
    Samples world{chosen, {}};
    for (const SampleQuestion &asked : all.questions) {
      for (const auto &database : chosen) {
        if (database->name() == asked.database) world.questions.push_back(asked);
      }
    }
    const auto whole = Catalog::make(chosen);
    std::vector<Example> examples;
    for (const SampleQuestion &asked : world.questions)
      examples.push_back({asked.question, asked.database, asked.sql});
    const ExampleStore empty(*default_embedder());
    const auto stored =
        std::make_shared<const ExampleStore>(empty.with(examples, whole.get()).store);
    Stages masked(whole, stored);
    for (std::size_t m = 0; m < masks_per_world && done < pairs; ++m) {
      const Mask mask = random_mask(random, whole);
      const auto seen = test::restrict(*whole, mask);
      Stages never(seen, std::make_shared<const ExampleStore>(
                             empty.with(shown_examples(world.questions, *seen), seen.get()).store));
      const Mask everything(seen);
      for (std::size_t q = 0; q < questions_per_mask && done < pairs; ++q, ++done) {
        const RandomQuestion question = random_question(random, world, *whole);
        const Outputs got = outputs_of(masked, question, mask);
        const Outputs expected = outputs_of(never, question, everything);
        CHECK(got.size() == expected.size());
        for (const auto &[stage, text] : expected) {
          ++compared[stage];
          const auto found = got.find(stage);
          if (found != got.end() && found->second == text) continue;
          ++differences[stage];
          if (first.empty()) {
            const std::string other = found == got.end() ? "" : found->second;
            std::size_t at = 0;
            while (at < std::min(other.size(), text.size()) && other[at] == text[at]) ++at;
            at = std::max<std::size_t>(at, 200) - 200;
            first = stage + ", seed " + std::to_string(seed) + ": " + question.text + "\n…" +
                    other.substr(std::min(at, other.size()), 600) + "\nexpected\n…" +
                    text.substr(at, 600);
          }
        }
      }
    }
  }
  CAPTURE(first);
  std::string summary = std::to_string(done) + " pairs;";
  for (const auto &[stage, count] : compared)
    summary += ' ' + stage + ' ' + std::to_string(differences[stage]) + '/' + std::to_string(count);
  MESSAGE(summary);
  CHECK(first.empty());
}

}  // namespace sluice
