#include "sluice/pipeline/label_approximator.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/text/bounded_question.hpp"

namespace sluice {
namespace {

Ranker ranker_of(std::shared_ptr<const Database> database, std::shared_ptr<const ValueIndex> values,
                 std::shared_ptr<const RankerModel> model) {
  const auto catalog = Catalog::make({std::move(database)});
  return make_ranker(std::make_shared<const JoinGraphs>(catalog), index_catalog(*catalog), {},
                     std::move(model), std::move(values));
}

/// Where the columns of `part` stand in a database of the catalog, if it is what a mask can leave
/// of that one, which keeps the order; nothing where it is another of the same name.
std::optional<std::vector<std::uint32_t>> positions_in(
    const std::shared_ptr<const Catalog> &catalog, DatabaseId whole, const Database &part) {
  std::vector<std::uint32_t> positions;
  Mask mask(catalog);
  std::uint32_t position = 0;
  auto table = part.tables().begin();
  for (const TableId id : catalog->tables(whole)) {
    const Table &known = catalog->table(id);
    const bool is_left = table != part.tables().end() && table->name == known.name;
    if (!is_left) mask.hide(id);
    std::size_t left = 0;
    for (const ColumnId column : catalog->columns(id)) {
      if (is_left && left < table->columns.size() &&
          table->columns[left].name == catalog->column(column).name) {
        positions.push_back(position);
        ++left;
      } else {
        mask.hide(column);
      }
      ++position;
    }
    if (is_left) ++table;
  }
  if (visible_part(*catalog, whole, &mask).database->fingerprint() != part.fingerprint())
    return std::nullopt;
  return positions;
}

}  // namespace

LabelGuesser::LabelGuesser(std::shared_ptr<const Database> database,
                           std::shared_ptr<const ValueIndex> values,
                           std::shared_ptr<const RankerModel> ranker)
    : ranker_(ranker_of(database, std::move(values), std::move(ranker))), schema_(database) {}

GatheredEvidence LabelGuesser::gather(std::string_view question) const {
  const Catalog &catalog = ranker_.schema().catalog();
  GatheredEvidence evidence;
  evidence.tables.assign(catalog.table_count(), 0);
  evidence.columns.assign(catalog.column_count(), 0);
  RankerOptions options;
  options.tables = catalog.table_count();
  const RankerAnswer answer = ranker_.rank(question, nullptr, options);
  for (const auto &table : answer.tables) evidence.tables[table.id.index()] = table.score;
  for (const auto &column : answer.columns) evidence.columns[column.id.index()] = column.score;
  for (const NamedValue &value : answer.values)
    evidence.values.push_back({value.column.value, value.value, value.words, value.is_whole});
  return evidence;
}

GuessedQuery LabelGuesser::guess(std::string_view whole_question, const LabelModel &model,
                                 const LabelModelOptions &options) const {
  const std::string question = bounded_question(whole_question);
  const GatheredEvidence gathered = gather(question);
  LabelReading read = read_question(model, schema_, gathered.view(question), options);
  if (read.query.sql.empty()) return {};
  return {std::move(read.query.sql), model.confidence(read.query.log_probability),
          read.scores.form};
}

QuestionForm LabelGuesser::form(std::string_view whole_question, const LabelModel &model,
                                const LabelModelOptions &options) const {
  if (schema_.columns().empty()) return {};
  const std::string question = bounded_question(whole_question);
  const GatheredEvidence gathered = gather(question);
  return model.predict(schema_, gathered.view(question), schema_.read(question), options).form;
}

ElementNeeds LabelGuesser::needs(std::string_view whole_question, const LabelModel &model,
                                 const LabelModelOptions &options) const {
  const std::string question = bounded_question(whole_question);
  if (model.of_needs == nullptr) {
    throw Error(ErrorCode::unsupported,
                "the label model is an older release's and says nothing of needs; `sluice train "
                "labels` makes one that does");
  }
  const GatheredEvidence gathered = gather(question);
  const LabelEvidence evidence = gathered.view(question);
  return model.of_needs->predict(
      {schema_, evidence, read_question(model, schema_, evidence, options)});
}

struct LabelApproximator::Prepared {
  static constexpr std::size_t most = 256;
  /// Of the database, and where its content is: who is prepared keeps it alive.
  using Key = std::pair<std::uint64_t, const ValueIndex *>;

  std::mutex mutex;
  std::map<Key, std::pair<std::uint64_t, std::shared_ptr<const LabelGuesser>>> guessers;
  std::uint64_t uses = 0;

  std::shared_ptr<const LabelGuesser> find(Key key) {
    const std::lock_guard lock(mutex);
    const auto at = guessers.find(key);
    if (at == guessers.end()) return nullptr;
    at->second.first = ++uses;
    return at->second.second;
  }
  void keep(Key key, std::shared_ptr<const LabelGuesser> guesser) {
    const std::lock_guard lock(mutex);
    if (guessers.size() >= most) {
      auto oldest = guessers.begin();
      for (auto at = guessers.begin(); at != guessers.end(); ++at) {
        if (at->second.first < oldest->second.first) oldest = at;
      }
      guessers.erase(oldest);
    }
    guessers.insert_or_assign(key, std::pair{++uses, std::move(guesser)});
  }
};

LabelApproximator::LabelApproximator(std::shared_ptr<const LabelModel> model,
                                     LabelModelOptions options, LabelContent content)
    : model_(model != nullptr ? std::move(model) : LabelModel::builtin()),
      options_(options),
      content_(std::move(content)),
      prepared_(std::make_shared<Prepared>()) {
  if (model_ == nullptr) {
    throw Error(ErrorCode::unsupported,
                "this build has no label model; `sluice train labels` makes one");
  }
  const auto words = default_embedder();
  if (model_->words != 0 && words && model_->words != words->fingerprint()) {
    throw Error(ErrorCode::mismatch,
                "the label model was trained with another static table than this build's; `sluice "
                "train labels` makes one that fits");
  }
  if (content_.values != nullptr &&
      (content_.catalog == nullptr ||
       content_.values->fingerprint() != content_.catalog->fingerprint()))
    throw Error(ErrorCode::mismatch, "the values are of another catalog");
}

std::vector<ApproximatedQuery> LabelApproximator::approximate(std::string_view question,
                                                              const Database &database) const {
  GuessedQuery guessed = guess(question, database);
  if (guessed.sql.empty()) return {};
  return {{std::move(guessed.sql), std::max(0.01, guessed.confidence)}};
}

std::shared_ptr<const ValueIndex> LabelApproximator::content_of(
    const std::shared_ptr<const Database> &database) const {
  if (content_.values == nullptr) return nullptr;
  const auto id = content_.catalog->find_database(database->name());
  if (!id) return nullptr;
  std::shared_ptr<const ValueSegment> segment = content_.values->segments()[id->index()];
  if (segment == nullptr) return nullptr;
  if (content_.catalog->database(*id).fingerprint() != database->fingerprint()) {
    const auto positions = positions_in(content_.catalog, *id, *database);
    if (!positions) return nullptr;
    segment = segment->restricted_to(*positions);
  }
  const std::uint64_t alone = Catalog::make({database})->fingerprint();
  return std::make_shared<const ValueIndex>(std::vector{segment}, std::vector{ColumnId(0)}, alone);
}

std::shared_ptr<const LabelGuesser> LabelApproximator::guesser_for(
    const Database &database, const std::shared_ptr<const ValueIndex> &values) const {
  const Prepared::Key key{database.fingerprint(), values.get()};
  std::shared_ptr<const LabelGuesser> guesser = prepared_->find(key);
  if (guesser == nullptr) {
    // A copy, since nobody says how long the caller's lives.
    const auto copy = Database::make(database.definition());
    guesser =
        std::make_shared<const LabelGuesser>(copy, values != nullptr ? values : content_of(copy));
    prepared_->keep(key, guesser);
  }
  return guesser;
}

GuessedQuery LabelApproximator::guess(std::string_view question, const Database &database,
                                      const std::shared_ptr<const ValueIndex> &values) const {
  return guesser_for(database, values)->guess(question, *model_, options_);
}

QuestionForm LabelApproximator::form(std::string_view question, const Database &database) const {
  return guesser_for(database, nullptr)->form(question, *model_, options_);
}

ElementNeeds LabelApproximator::needs(std::string_view question, const Database &database) const {
  return guesser_for(database, nullptr)->needs(question, *model_, options_);
}

std::optional<LabelApproximator> builtin_labels(LabelContent content) {
  auto model = LabelModel::builtin();
  if (model == nullptr) return std::nullopt;
  return LabelApproximator(std::move(model), {}, std::move(content));
}

}  // namespace sluice
