#include "sluice/pipeline/label_approximator.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "rank/label_reading.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/visible_catalog.hpp"

namespace sluice::inline v0 {
namespace {

Ranker ranker_of(std::shared_ptr<const Database> database, std::shared_ptr<const ValueIndex> values,
                 std::shared_ptr<const RankerModel> model) {
  const auto catalog = Catalog::make({std::move(database)});
  return make_ranker(std::make_shared<const JoinGraphs>(catalog), index_catalog(*catalog), {},
                     std::move(model), std::move(values));
}

/// Size of a prepared database. Measured on Spider's and on synthetic databases, plus a margin.
std::size_t estimated_bytes(const Database &database) {
  constexpr std::size_t any = 180'000, per_table = 6'000, per_column = 1'900, per_byte = 10;
  std::size_t text = 0;
  const auto add = [&text](const auto &named) {
    text += named.name.size() + named.title.size() + named.description.size();
  };
  for (const Table &table : database.tables()) add(table);
  for (const Column &column : database.columns()) {
    add(column);
    for (const std::string_view sample : column.samples()) text += sample.size();
  }
  return any + per_table * database.tables().size() + per_column * database.columns().size() +
         per_byte * text;
}

/// The positions of the columns of `part` in a database of the catalog, if `part` is what a mask
/// can show of it, in the same order; nothing if it is a different database of the same name.
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
    : ranker_(ranker_of(database, std::move(values), std::move(ranker))),
      schema_(database),
      own_bytes_(estimated_bytes(*database)) {}

GatheredEvidence LabelGuesser::gather(const Question &question) const {
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

GuessedQuery LabelGuesser::guess(const Question &question, const LabelModel &model,
                                 const LabelModelOptions &options) const {
  const GatheredEvidence gathered = gather(question);
  LabelReading read = read_question(model, schema_, gathered.view(question), options);
  if (read.query.sql.empty()) return {};
  return {std::move(read.query.sql), model.confidence(read.query.log_probability),
          read.scores.form};
}

QuestionForm LabelGuesser::form(const Question &question, const LabelModel &model,
                                const LabelModelOptions &options) const {
  if (schema_.columns().empty()) return {};
  const GatheredEvidence gathered = gather(question);
  return model.predict(schema_, gathered.view(question), schema_.read(question), options).form;
}

ElementNeeds LabelGuesser::needs(const Question &question, const LabelModel &model,
                                 const LabelModelOptions &options) const {
  if (model.of_needs == nullptr) {
    throw Error(
        ErrorCode::unsupported,
        "the label model is of an older release and does not predict needs; `sluice train labels` makes one that does");
  }
  const GatheredEvidence gathered = gather(question);
  const LabelEvidence evidence = gathered.view(question);
  return model.of_needs->predict(
      {schema_, evidence, read_question(model, schema_, evidence, options)});
}

struct LabelApproximator::Prepared {
  /// The database's fingerprint and the address of its content, which the guesser keeps alive.
  using Key = std::pair<std::uint64_t, const ValueIndex *>;
  struct Entry {
    std::shared_ptr<const LabelGuesser> guesser;
    std::size_t content_bytes = 0;  // of the guesser's own copy
    std::size_t bytes = 0;          // of both, at the last use
    std::uint64_t used = 0;
  };

  explicit Prepared(std::size_t max) : max_bytes(max) {}

  std::shared_ptr<const LabelGuesser> find(Key key) {
    const std::lock_guard lock(mutex);
    const auto at = guessers.find(key);
    if (at == guessers.end()) return nullptr;
    use(at->second);
    return at->second.guesser;
  }
  void keep(Key key, std::shared_ptr<const LabelGuesser> guesser, std::size_t content_bytes) {
    const std::lock_guard lock(mutex);
    Entry &entry = guessers[key];
    entry.guesser = std::move(guesser);
    entry.content_bytes = content_bytes;
    use(entry);
  }

  const std::size_t max_bytes;
  std::mutex mutex;
  std::map<Key, Entry> guessers;
  std::size_t bytes = 0;
  std::uint64_t uses = 0;

 private:
  void use(Entry &entry) {
    entry.used = ++uses;
    bytes -= std::exchange(entry.bytes, entry.guesser->bytes() + entry.content_bytes);
    bytes += entry.bytes;
    while (bytes > max_bytes && guessers.size() > 1) {
      const auto oldest =
          std::ranges::min_element(guessers, {}, [](const auto &of) { return of.second.used; });
      bytes -= oldest->second.bytes;
      guessers.erase(oldest);
    }
  }
};

std::size_t LabelApproximator::cache_bytes() const {
  const std::lock_guard lock(prepared_->mutex);
  return prepared_->bytes;
}

LabelApproximator::LabelApproximator(std::shared_ptr<const LabelModel> model,
                                     LabelModelOptions options, LabelContent content,
                                     std::size_t cache_bytes)
    : model_(model != nullptr ? std::move(model) : LabelModel::shipped()),
      options_(options),
      content_(std::move(content)),
      prepared_(std::make_shared<Prepared>(cache_bytes)) {
  if (model_ == nullptr) {
    throw Error(ErrorCode::unsupported,
                "this build has no label model; `sluice train labels` makes one");
  }
  const auto words = default_embedder();
  if (model_->embedder_fingerprint != 0 && words &&
      model_->embedder_fingerprint != words->fingerprint()) {
    throw Error(ErrorCode::mismatch,
                "the label model was trained with another static table than this build's; `sluice "
                "train labels` makes one that fits");
  }
  if (content_.values != nullptr &&
      (content_.catalog == nullptr ||
       content_.values->fingerprint() != content_.catalog->fingerprint()))
    throw Error(ErrorCode::mismatch, "the values are of another catalog");
}

std::vector<ApproximatedQuery> LabelApproximator::approximate(const Question &question,
                                                              const Database &database) const {
  GuessedQuery guessed = guess(question, database);
  if (guessed.sql.empty()) return {};
  return {{std::move(guessed.sql), std::max(0.01, guessed.confidence)}};
}

std::shared_ptr<const ValueIndex> LabelApproximator::content_of(
    const std::shared_ptr<const Database> &database, std::size_t &own_bytes) const {
  if (content_.values == nullptr) return nullptr;
  const auto id = content_.catalog->find_database(database->name());
  if (!id) return nullptr;
  std::shared_ptr<const ValueSegment> segment = content_.values->segments()[id->index()];
  if (segment == nullptr) return nullptr;
  if (content_.catalog->database(*id).fingerprint() != database->fingerprint()) {
    const auto positions = positions_in(content_.catalog, *id, *database);
    if (!positions) return nullptr;
    segment = segment->restricted_to(*positions);
    own_bytes = segment->bytes();
  }
  const std::uint64_t alone = Catalog::make({database})->fingerprint();
  return std::make_shared<const ValueIndex>(std::vector{segment}, std::vector{ColumnId(0)}, alone);
}

std::shared_ptr<const LabelGuesser> LabelApproximator::guesser_for(
    const Database &database, const std::shared_ptr<const ValueIndex> &values) const {
  const Prepared::Key key{database.fingerprint(), values.get()};
  std::shared_ptr<const LabelGuesser> guesser = prepared_->find(key);
  if (guesser == nullptr) {
    // A copy, because the caller's database may be destroyed.
    const auto copy = Database::make(database.definition());
    std::size_t content_bytes = 0;
    guesser = std::make_shared<const LabelGuesser>(
        copy, values != nullptr ? values : content_of(copy, content_bytes));
    prepared_->keep(key, guesser, content_bytes);
  }
  return guesser;
}

GuessedQuery LabelApproximator::guess(const Question &question, const Database &database,
                                      const std::shared_ptr<const ValueIndex> &values) const {
  return guesser_for(database, values)->guess(question, *model_, options_);
}

QuestionForm LabelApproximator::form(const Question &question, const Database &database) const {
  return guesser_for(database, nullptr)->form(question, *model_, options_);
}

ElementNeeds LabelApproximator::needs(const Question &question, const Database &database) const {
  return guesser_for(database, nullptr)->needs(question, *model_, options_);
}

std::optional<LabelApproximator> builtin_labels(LabelContent content) {
  auto model = LabelModel::shipped();
  if (model == nullptr) return std::nullopt;
  return LabelApproximator(std::move(model), {}, std::move(content));
}

}  // namespace sluice::inline v0
