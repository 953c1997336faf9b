#include "sluice/train/beam_training.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "beam/beam_model.hpp"
#include "beam/serialization.hpp"
#include "beam_gradients.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "train/learn/minibatches.hpp"

namespace sluice::inline v0 {
namespace {

using namespace beam_detail;
using namespace train_detail;

/// Parameters, with the sums of Adagrad (Duchi et al. 2011).
class Learned {
 public:
  Learned(std::vector<float> &numbers, std::size_t width)
      : numbers_(numbers), width_(width), squares_(numbers.size(), 0.0F) {}

  void step(std::size_t row, std::span<const float> gradient, float rate) {
    for (std::size_t i = 0; i < width_; ++i) {
      const std::size_t at = row * width_ + i;
      squares_[at] += gradient[i] * gradient[i];
      if (squares_[at] > 0) numbers_[at] -= rate * gradient[i] / std::sqrt(squares_[at]);
    }
  }

 private:
  std::vector<float> &numbers_;
  std::size_t width_;
  std::vector<float> squares_;
};

/// The distinct words of all questions, matched with the schema.
struct Corpus {
  std::vector<WordEvidence> words;
  std::vector<std::uint32_t> learned;                 // by word: the row of its stem
  std::vector<std::vector<std::uint32_t>> questions;  // indexes of words
};

void check(std::span<const RoutingPair> pairs, const Catalog &catalog,
           const BeamTrainingOptions &options) {
  const auto refuse = [](const char *what) { throw Error(ErrorCode::invalid_argument, what); };
  if (pairs.empty()) refuse("training a router needs questions");
  if (options.batch == 0) refuse("the batch size is 0, expected at least 1");
  if (!(options.learning_rate > 0) || !(options.feature_learning_rate >= 0) ||
      !std::isfinite(options.learning_rate) || !std::isfinite(options.feature_learning_rate)) {
    refuse("learning rates must be positive and finite");
  }
  if (!(options.word_dropout >= 0 && options.word_dropout < 1)) {
    refuse("the word dropout must be below 1");
  }
  for (const RoutingPair &pair : pairs) {
    const QuerySchema &schema = pair.read.schema;
    if (schema.database.index() >= catalog.database_count()) refuse("a pair's database is unknown");
    for (const TableId table : schema.tables) {
      if (table.index() >= catalog.table_count() || catalog.database_of(table) != schema.database) {
        refuse("a pair's table is not of its database");
      }
    }
  }
}

Corpus read_questions(std::span<const RoutingPair> pairs, BeamModel &model, std::size_t threads) {
  Corpus corpus;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<std::string> texts;
  for (const RoutingPair &pair : pairs) {
    std::vector<std::uint32_t> &question = corpus.questions.emplace_back();
    for (std::string &word : distinct_words(pair.question)) {
      const auto [at, added] = numbers.try_emplace(word, static_cast<std::uint32_t>(texts.size()));
      if (added) texts.push_back(std::move(word));
      question.push_back(at->second);
    }
  }
  corpus.words.resize(texts.size());
  run_jobs(texts.size(), threads, [&](std::size_t i, const Progress &) {
    corpus.words[i] = model.source.of(texts[i], nullptr);
  });
  auto &stems = model.parameters.stems;
  for (const WordEvidence &word : corpus.words) {
    const auto next = static_cast<std::uint32_t>(stems.size());
    corpus.learned.push_back(stems.try_emplace(word.stem, next).first->second);
  }
  model.parameters.words.assign(stems.size() * model.parameters.dimensions, 0.0F);
  return corpus;
}

class Trainer {
 public:
  Trainer(BeamModel &model, const Corpus &corpus, std::span<const RoutingPair> pairs,
          const BeamTrainingOptions &options)
      : model_(model),
        parameters_(model.parameters),
        corpus_(corpus),
        pairs_(pairs),
        options_(options),
        width_(parameters_.dimensions),
        nodes_(parameters_.nodes, width_),
        words_(parameters_.words, width_),
        recurrent_(parameters_.recurrent, width_),
        input_(parameters_.input, width_),
        bias_(parameters_.bias, width_),
        features_(parameters_.features, parameters_.features.size()) {}

  void run(const Progress &progress) {
    const Minibatches batches{pairs_.size(), options_.batch, options_.epochs, options_.seed};
    batches.each([&](const Minibatch &batch) {
      progress.step("training the router", batch.done, batches.total());
      rate_ = batch.rate;
      learn(batch.examples, batch.epoch);
    });
  }

 private:
  struct Item {
    std::vector<std::uint32_t> words;
    ExampleGradients gradients;
  };
  /// One term of a row's gradient: `factor` times a vector.
  struct Share {
    float factor;
    const float *vector;
  };
  using Shares = std::vector<std::vector<Share>>;  // by row

  Item differentiate_pair(std::size_t pair, std::size_t epoch) const {
    Random random(Random(options_.seed ^ (pair * options_.epochs + epoch + 1))());
    Item item;
    for (const std::uint32_t word : corpus_.questions[pair]) {
      if (random.unit() >= double{options_.word_dropout}) item.words.push_back(word);
    }
    std::vector<const WordEvidence *> words;
    for (const std::uint32_t word : item.words) words.push_back(&corpus_.words[word]);
    QuerySchema schema = pairs_[pair].read.schema;
    random.shuffle(schema.tables);
    const SchemaTokens &tokens = model_.whole.tokens();
    const Serialization how = options_.decoding == BeamDecoding::tables
                                  ? Serialization::basic
                                  : Serialization::depth_first;
    std::vector<SchemaToken> sequence = serialize(schema, how, tokens, model_.whole.neighbors());
    sequence.push_back(tokens.end());
    const QuestionEvidence evidence(words, model_.whole, model_.source);
    with_constraint(options_.decoding, model_.whole.decoding_graph(), [&](const auto &constraint) {
      item.gradients = differentiate(parameters_, model_.whole, evidence,
                                     question_vector(words, parameters_), sequence, constraint);
    });
    return item;
  }

  void learn(std::span<const std::size_t> batch, std::size_t epoch) {
    std::vector<Item> items(batch.size());
    run_jobs(batch.size(), options_.threads, [&](std::size_t i, const Progress &) {
      items[i] = differentiate_pair(batch[i], epoch);
    });
    learn_features(items);
    learn_steps(items);
    learn_rows(nodes_, node_shares(items));
    learn_rows(words_, word_shares(items));
  }

  void learn_features(const std::vector<Item> &items) {
    std::vector<float> sum(parameters_.features.size(), 0.0F);
    for (const Item &item : items) {
      for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += item.gradients.features[f];
    }
    features_.step(0, sum, options_.feature_learning_rate * rate_);
  }

  /// Updates R, I and b by sums of outer products, in blocks of rows.
  void learn_steps(const std::vector<Item> &items) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic>;
    const auto width = static_cast<Eigen::Index>(width_);
    std::vector<const StepGradients *> steps;
    for (const Item &item : items) {
      for (const StepGradients &step : item.gradients.steps) {
        if (!step.inner.empty()) steps.push_back(&step);
      }
    }
    if (steps.empty()) return;
    const auto count = static_cast<Eigen::Index>(steps.size());
    Matrix inner(width, count);
    Matrix states(width, count);
    Matrix inputs(width, count);
    using Vector = Eigen::VectorXf;
    for (Eigen::Index s = 0; s < count; ++s) {
      const StepGradients &step = *steps[static_cast<std::size_t>(s)];
      inner.col(s) = Eigen::Map<const Vector>(step.inner.data(), width);
      states.col(s) = Eigen::Map<const Vector>(step.state.data(), width);
      inputs.col(s) =
          Eigen::Map<const Vector>(model_.whole.name_vector(step.token), width) +
          Eigen::Map<const Vector>(parameters_.nodes.data() + step.token.index() * width_, width);
    }
    constexpr Eigen::Index together = 16;
    const auto blocks = static_cast<std::size_t>((width + together - 1) / together);
    const float rate = options_.learning_rate * rate_;
    run_jobs(blocks, options_.threads, [&](std::size_t block, const Progress &) {
      const Eigen::Index first = static_cast<Eigen::Index>(block) * together;
      const Eigen::Index rows = std::min(together, width - first);
      // Column-major: one row of the matrix is a contiguous column here.
      const Matrix of_states = states * inner.middleRows(first, rows).transpose();
      const Matrix of_inputs = inputs * inner.middleRows(first, rows).transpose();
      for (Eigen::Index r = 0; r < rows; ++r) {
        const auto row = static_cast<std::size_t>(first + r);
        recurrent_.step(row, {of_states.col(r).data(), width_}, rate);
        input_.step(row, {of_inputs.col(r).data(), width_}, rate);
      }
    });
    const Vector sum = inner.rowwise().sum();
    bias_.step(0, {sum.data(), width_}, rate);
  }

  Shares node_shares(const std::vector<Item> &items) const {
    Shares shares(model_.whole.tokens().size());
    for (const Item &item : items) {
      for (const StepGradients &step : item.gradients.steps) {
        for (std::size_t i = 0; i < step.next.size(); ++i) {
          shares[step.next[i].index()].push_back({step.errors[i], step.state.data()});
        }
        if (!step.token_gradient.empty()) {
          shares[step.token.index()].push_back({1, step.token_gradient.data()});
        }
      }
    }
    return shares;
  }

  Shares word_shares(const std::vector<Item> &items) const {
    Shares shares(parameters_.stems.size());
    for (const Item &item : items) {
      const float factor =
          1 / std::sqrt(static_cast<float>(std::max<std::size_t>(item.words.size(), 1)));
      for (const std::uint32_t word : item.words) {
        shares[corpus_.learned[word]].push_back({factor, item.gradients.question.data()});
      }
    }
    return shares;
  }

  void learn_rows(Learned &learned, const Shares &shares) const {
    constexpr std::size_t together = 64;
    run_jobs((shares.size() + together - 1) / together, options_.threads,
             [&](std::size_t block, const Progress &) {
               std::vector<float> sum(width_);
               const std::size_t end = std::min((block + 1) * together, shares.size());
               for (std::size_t row = block * together; row < end; ++row) {
                 if (shares[row].empty()) continue;
                 std::ranges::fill(sum, 0.0F);
                 for (const Share &share : shares[row]) {
                   for (std::size_t i = 0; i < width_; ++i) {
                     sum[i] += share.factor * share.vector[i];
                   }
                 }
                 learned.step(row, sum, options_.learning_rate * rate_);
               }
             });
  }

  BeamModel &model_;
  BeamParameters &parameters_;
  const Corpus &corpus_;
  std::span<const RoutingPair> pairs_;
  const BeamTrainingOptions &options_;
  std::size_t width_;
  float rate_ = 1;
  Learned nodes_;
  Learned words_;
  Learned recurrent_;
  Learned input_;
  Learned bias_;
  Learned features_;
};

}  // namespace

BeamRouter train_beam_router(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
                             std::span<const RoutingPair> pairs, const BeamTrainingOptions &options,
                             const Progress &progress) {
  check(pairs, graphs->catalog(), options);
  auto model = std::make_shared<BeamModel>(std::move(graphs), std::move(words));
  model->parameters = BeamParameters::untrained(model->source.dimensions(),
                                                model->whole.tokens().size(), options.decoding);
  model->origin = options.origin;
  std::ranges::sort(model->origin.seen);
  const Corpus corpus = read_questions(pairs, *model, options.threads);
  Trainer(*model, corpus, pairs, options).run(progress);
  return BeamRouter(std::move(model));
}

}  // namespace sluice::inline v0
