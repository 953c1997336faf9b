#include "sluice/benchmark/table_encoder.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/route/content_words.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "train/learn/minibatches.hpp"

namespace sluice::inline v0 {
namespace {

using Matrix = Eigen::MatrixXf;  // one vector per column
using Vector = Eigen::VectorXf;
using Index = Eigen::Index;

/// Where a word occurs; words of a question are in the text.
enum class WordRole : std::uint8_t { database, table, column, text };
constexpr std::size_t places = 4;
/// The tower that reads a place.
constexpr std::size_t tower(WordRole place) { return place == WordRole::text ? 0 : 1; }

struct PlacedWord {
  Index word;
  WordRole place;
};
/// Distinct words, each with its first place.
using Bag = std::vector<PlacedWord>;

}  // namespace

namespace benchmark_detail {

struct TableEncoderModel {
  explicit TableEncoderModel(AnyEmbedder of_words) : embedder(std::move(of_words)) {}

  std::unordered_map<std::string, Index> stems;
  AnyEmbedder embedder;
  Matrix words;                        // by word
  std::array<Vector, 2> word_weights;  // logarithms, by tower
  Vector place_weights;                // logarithms, by place
  Matrix turn;                         // W
  float unknown_weight = 0;            // logarithm, for words that are not in `stems`
  Matrix tables;                       // of unit length, by table

  float weight(const PlacedWord &at) const {
    return std::exp(word_weights[tower(at.place)][at.word] +
                    place_weights[static_cast<Index>(at.place)]);
  }
  Vector sum(const Bag &bag) const {
    Vector sum = Vector::Zero(words.rows());
    for (const PlacedWord &at : bag) sum += weight(at) * words.col(at.word);
    return sum;
  }
};

}  // namespace benchmark_detail

namespace {

using Model = benchmark_detail::TableEncoderModel;

Vector embed_word(const AnyEmbedder &embedder, std::string_view word) {
  Vector vector(static_cast<Index>(embedder.dimensions()));
  embedder.embed({&word, 1}, {vector.data(), embedder.dimensions()});
  return vector;
}

/// Assigns numbers to the words of tables and questions.
class Vocabulary {
 public:
  Index add(const std::string &word, std::string stem) {
    const auto [at, is_new] = stems.try_emplace(std::move(stem), static_cast<Index>(forms.size()));
    if (is_new) forms.push_back(word);
    return at->second;
  }

  Bag table(const Catalog &catalog, TableId id) {
    std::map<Index, WordRole> found;
    const auto read = [&](std::string_view name, WordRole place) {
      for (const std::string &word : split_identifier(name)) {
        found.try_emplace(add(word, sluice::stem(word)), place);
      }
    };
    read(catalog.table(id).readable_name(), WordRole::table);
    for (const ColumnId column : catalog.columns(id)) {
      read(catalog.column(column).readable_name(), WordRole::column);
    }
    read(catalog.database(catalog.database_of(id)).name(), WordRole::database);
    Bag bag;
    for (const auto &[word, place] : found) bag.push_back({word, place});
    return bag;
  }

  Bag question(std::string_view text) {
    Bag bag;
    for (const ContentWord &word : content_words(text)) {
      bag.push_back({add(word.word, word.stem), WordRole::text});
    }
    return bag;
  }

  std::unordered_map<std::string, Index> stems;
  std::vector<std::string> forms;
};

/// Parameters, with the sums of Adagrad (Duchi et al. 2011).
class Adagrad {
 public:
  explicit Adagrad(const Eigen::Ref<const Matrix> &numbers)
      : squares_(Matrix::Zero(numbers.rows(), numbers.cols())) {}

  void step(Eigen::Ref<Matrix> numbers, const Eigen::Ref<const Matrix> &gradient, float rate,
            Index first_column = 0) {
    auto squares = squares_.middleCols(first_column, gradient.cols());
    squares.array() += gradient.array().square();
    numbers.array() -= rate * gradient.array() / (squares.array() + 1e-12F).sqrt();
  }

 private:
  Matrix squares_;
};

/// Forward pass of some bags through a tower, and backward pass of an error.
class Pass {
 public:
  Pass(const Model &model, std::vector<const Bag *> bags) : model_(model), bags_(std::move(bags)) {
    sums_.resize(model.words.rows(), static_cast<Index>(bags_.size()));
    for (std::size_t i = 0; i < bags_.size(); ++i) {
      sums_.col(static_cast<Index>(i)) = model.sum(*bags_[i]);
    }
    units_ = model.turn * sums_;
    lengths_ = units_.colwise().norm().transpose();
    for (Index i = 0; i < units_.cols(); ++i) {
      if (lengths_[i] > 0) units_.col(i) /= lengths_[i];
    }
  }

  const Matrix &units() const { return units_; }

  /// `errors` is the derivative of the loss by the unit vectors. Adds to the gradients.
  void learn(Matrix errors, Matrix &turn, std::map<Index, Vector> &words,
             std::array<std::map<Index, float>, 2> &word_weights, Vector &place_weights) const {
    for (Index i = 0; i < errors.cols(); ++i) {
      const float along = errors.col(i).dot(units_.col(i));
      errors.col(i) -= along * units_.col(i);
      errors.col(i) *= lengths_[i] > 0 ? 1 / lengths_[i] : 0.0F;
    }
    turn.noalias() += errors * sums_.transpose();
    const Matrix by_sum = model_.turn.transpose() * errors;
    for (std::size_t i = 0; i < bags_.size(); ++i) {
      const auto error = by_sum.col(static_cast<Index>(i));
      for (const PlacedWord &at : *bags_[i]) {
        const float weight = model_.weight(at);
        const float pull = weight * error.dot(model_.words.col(at.word));
        word_weights[tower(at.place)][at.word] += pull;
        place_weights[static_cast<Index>(at.place)] += pull;
        const auto known = words.try_emplace(at.word, Vector::Zero(error.size())).first;
        known->second += weight * error;
      }
    }
  }

 private:
  const Model &model_;
  std::vector<const Bag *> bags_;
  Matrix sums_;
  Matrix units_;
  Vector lengths_;  // before normalization
};

class Trainer {
 public:
  Trainer(Model &model, const std::vector<Bag> &tables, const std::vector<Bag> &questions,
          std::span<const RoutingPair> pairs, const TableEncoderOptions &options)
      : model_(model),
        tables_(tables),
        questions_(questions),
        pairs_(pairs),
        options_(options),
        words_(model.words),
        word_weights_{Adagrad(model.word_weights[0].transpose()),
                      Adagrad(model.word_weights[1].transpose())},
        place_weights_(model.place_weights),
        turn_(model.turn) {}

  void run(const Progress &progress) {
    const train_detail::Minibatches batches{pairs_.size(), options_.batch, options_.epochs,
                                            options_.seed};
    batches.each([&](const train_detail::Minibatch &batch) {
      progress.step("training the encoder", batch.done, batches.total());
      learn(batch.examples, options_.learning_rate * batch.rate);
    });
  }

 private:
  void learn(std::span<const std::size_t> batch, float rate) {
    std::map<TableId, Index> columns;
    for (const std::size_t pair : batch) {
      for (const TableId table : pairs_[pair].read.schema.tables) columns.try_emplace(table, 0);
    }
    std::vector<const Bag *> asked, read;
    for (auto &[table, column] : columns) {
      column = static_cast<Index>(read.size());
      read.push_back(&tables_[table.index()]);
    }
    for (const std::size_t pair : batch) asked.push_back(&questions_[pair]);
    const Pass questions(model_, std::move(asked)), tables(model_, std::move(read));

    // One row per question: its probabilities of the batch's tables minus the targets.
    Matrix errors = options_.sharpness * questions.units().transpose() * tables.units();
    for (Index q = 0; q < errors.rows(); ++q) {
      errors.row(q).array() = (errors.row(q).array() - errors.row(q).maxCoeff()).exp();
      errors.row(q) /= errors.row(q).sum();
      const auto &gold = pairs_[batch[static_cast<std::size_t>(q)]].read.schema.tables;
      for (const TableId table : gold) {
        errors(q, columns.at(table)) -= 1 / static_cast<float>(gold.size());
      }
    }
    errors *= options_.sharpness;

    Matrix turn = Matrix::Zero(model_.turn.rows(), model_.turn.cols());
    Vector place_weights = Vector::Zero(model_.place_weights.size());
    std::map<Index, Vector> words;
    std::array<std::map<Index, float>, 2> word_weights;
    questions.learn(tables.units() * errors.transpose(), turn, words, word_weights, place_weights);
    tables.learn(questions.units() * errors, turn, words, word_weights, place_weights);

    turn_.step(model_.turn, turn, rate * turn_rate);
    place_weights_.step(model_.place_weights, place_weights, rate);
    for (const auto &[word, gradient] : words) {
      words_.step(model_.words.col(word), gradient, rate, word);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (const auto &[word, gradient] : word_weights[side]) {
        word_weights_[side].step(model_.word_weights[side].segment(word, 1),
                                 Matrix::Constant(1, 1, gradient), rate, word);
      }
    }
  }

  // W affects all words, so it needs a smaller rate.
  static constexpr float turn_rate = 0.03F;

  Model &model_;
  const std::vector<Bag> &tables_;
  const std::vector<Bag> &questions_;
  std::span<const RoutingPair> pairs_;
  const TableEncoderOptions &options_;
  Adagrad words_;
  std::array<Adagrad, 2> word_weights_;
  Adagrad place_weights_;
  Adagrad turn_;
};

void check(std::span<const RoutingPair> pairs, const Catalog &catalog,
           const TableEncoderOptions &options) {
  const auto refuse = [](const char *what) { throw Error(ErrorCode::invalid_argument, what); };
  if (options.batch == 0) refuse("the batch size is 0, expected at least 1");
  if (!(options.learning_rate > 0) || !std::isfinite(options.learning_rate)) {
    refuse("the learning rate must be positive and finite");
  }
  if (!(options.sharpness > 0 && options.sharpness <= 1000)) {
    refuse("the sharpness must be in (0, 1000]");
  }
  for (const RoutingPair &pair : pairs) {
    if (pair.read.schema.tables.empty()) refuse("a pair names no table");
    for (const TableId table : pair.read.schema.tables) {
      if (table.index() >= catalog.table_count()) refuse("a pair's table is unknown");
    }
  }
}

/// Initial model: words weighted by their rarity over tables, and W is the identity.
void start(Model &model, const Vocabulary &vocabulary, const std::vector<Bag> &tables) {
  const auto words = static_cast<Index>(vocabulary.forms.size());
  const auto width = static_cast<Index>(model.embedder.dimensions());
  model.stems = vocabulary.stems;
  model.words.resize(width, words);
  for (Index w = 0; w < words; ++w) {
    model.words.col(w) = embed_word(model.embedder, vocabulary.forms[static_cast<std::size_t>(w)]);
  }
  Vector found = Vector::Zero(words);
  for (const Bag &bag : tables) {
    for (const PlacedWord &at : bag) found[at.word] += 1;
  }
  const float count = static_cast<float>(tables.size());
  const auto rarity = [count](float in) { return std::log(1 + (count - in + 0.5F) / (in + 0.5F)); };
  for (Vector &weights : model.word_weights) {
    weights = found.unaryExpr([&](float in) { return std::log(rarity(in)); });
  }
  model.unknown_weight = std::log(rarity(0));
  model.place_weights = Vector::Zero(places);
  model.turn = Matrix::Identity(width, width);
}

}  // namespace

TableEncoder TableEncoder::train(std::shared_ptr<const Catalog> catalog, AnyEmbedder words,
                                 std::span<const RoutingPair> pairs,
                                 const TableEncoderOptions &options, const Progress &progress) {
  check(pairs, *catalog, options);
  auto model = std::make_shared<Model>(std::move(words));
  Vocabulary vocabulary;
  std::vector<Bag> tables, questions;
  for (const TableId table : catalog->tables()) tables.push_back(vocabulary.table(*catalog, table));
  for (const RoutingPair &pair : pairs) questions.push_back(vocabulary.question(pair.question));
  start(*model, vocabulary, tables);
  Trainer(*model, tables, questions, pairs, options).run(progress);
  std::vector<const Bag *> all;
  for (const Bag &table : tables) all.push_back(&table);
  model->tables = Pass(*model, std::move(all)).units();
  return TableEncoder(std::move(model));
}

std::size_t TableEncoder::bytes() const {
  const auto numbers = model_->words.size() + model_->word_weights[0].size() +
                       model_->word_weights[1].size() + model_->place_weights.size() +
                       model_->turn.size() + model_->tables.size();
  return static_cast<std::size_t>(numbers) * sizeof(float);
}

std::vector<float> TableEncoder::scores(std::string_view question) const {
  Vector sum = Vector::Zero(model_->words.rows());
  for (const ContentWord &word : content_words(question)) {
    const auto known = model_->stems.find(word.stem);
    if (known != model_->stems.end()) {
      const PlacedWord at{known->second, WordRole::text};
      sum += model_->weight(at) * model_->words.col(at.word);
    } else {
      const float place = model_->place_weights[static_cast<Index>(WordRole::text)];
      sum += std::exp(model_->unknown_weight + place) * embed_word(model_->embedder, word.word);
    }
  }
  Vector unit = model_->turn * sum;
  if (unit.norm() > 0) unit /= unit.norm();
  std::vector<float> scores(static_cast<std::size_t>(model_->tables.cols()));
  Eigen::Map<Vector>(scores.data(), model_->tables.cols()) = model_->tables.transpose() * unit;
  return scores;
}

}  // namespace sluice::inline v0
