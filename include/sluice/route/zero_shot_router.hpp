#ifndef SLUICE_ROUTE_ZERO_SHOT_ROUTER_HPP
#define SLUICE_ROUTE_ZERO_SHOT_ROUTER_HPP

/// Which databases a question is about, without training: a sum of standardized signals.
///
/// The signals of a database: BM25 of the database as one document; BM25 of its best table; and how
/// much of the question's rare words its best joined pair of tables covers together (CRUSH4SQL's
/// idea of coverage, applied to words). With vectors, also the signals of MeaningSignals. Each
/// signal is standardized over the visible databases. If the vectors have graphs and there is no
/// mask, only the nearest and the likely databases are compared with the question's vector.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

class MeaningSignals;

struct Routes {
  /// All visible databases, best first. Scores are standard deviations above the average.
  std::vector<Scored<DatabaseId>> databases;
  /// By TableId: BM25 of the table plus a share of its database's score; 0 for hidden tables.
  std::vector<float> table_scores;
};

/// Immutable. Thread-safe.
class ZeroShotRouter {
 public:
  /// Weights of the signals from words.
  struct WordWeights {
    float database_bm25;
    float table_bm25;
    float pair_coverage;
  };
  /// Weights of the signals from vectors.
  struct MeaningWeights {
    float soft_pair;
    float synonym_pair;
    float two_tables;
    float five_columns;
  };
  /// Chosen on the train questions of Spider and Spider-Syn (every fourth, ranked against all 166
  /// databases) from a coarse grid: the greatest mean of recall at 1 and 5 over both sets that does
  /// not lower recall at 1 on Spider, both with the static table and with an encoder.
  struct Options {
    WordWeights words_alone{1.0F, 0.5F, 1.0F};
    WordWeights words_with_meaning{1.0F, 0.75F, 0.25F};
    MeaningWeights meaning{1.0F, 0.75F, 1.5F, 1.5F};
    /// Scores of databases are divided by this before they become probabilities. Chosen on the
    /// held-out questions of training/, where the probability of the first database is off by 0.04
    /// on average.
    float temperature = 4.0F;
    /// BM25 score that a table gains per 0.1 of its cosine.
    float table_cosine = 1.5F;
    /// BM25 score that a table gains per standard deviation of its database.
    float database_prior = 1.0F;
    Bm25Options databases{.granularity = Level::database,
                          .weights = FieldWeights::names_and_implied(0.3F)};
    /// Without the name of the database, which `database_prior` accounts for.
    Bm25Options tables{.granularity = Level::table,
                       .b = 0.5F,
                       .weights = FieldWeights::names_and_implied(0.3F).without(Level::database)};
  };

  ZeroShotRouter(std::shared_ptr<const LexicalIndex> index,
                 std::shared_ptr<const JoinGraphs> graphs)
      : ZeroShotRouter(std::move(index), std::move(graphs), Options{}) {}
  ZeroShotRouter(std::shared_ptr<const LexicalIndex> index,
                 std::shared_ptr<const JoinGraphs> graphs, Options options,
                 std::shared_ptr<const MeaningSignals> meaning = nullptr);

  /// O(occurrences of the question's words + joins of the tables that contain them). Throws
  /// Error(cancelled) soon after `token` asks for it.
  Routes route(const Question &question, const Mask *mask = nullptr,
               const CancellationToken *token = nullptr) const;

 private:
  Routes route(const Question &question, const Mask *mask, const CancellationToken *token,
               const Bm25 &databases, const Bm25 &tables) const;

  std::shared_ptr<const LexicalIndex> index_;
  std::shared_ptr<const JoinGraphs> graphs_;
  Options options_;
  std::shared_ptr<const MeaningSignals> meaning_;  // may be nullptr
  Analyzer question_analyzer_;
  Bm25 databases_;  // for questions without a mask
  Bm25 tables_;
};

}  // namespace sluice::inline v0

#endif
