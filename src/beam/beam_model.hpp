#ifndef SLUICE_SRC_BEAM_BEAM_MODEL_HPP
#define SLUICE_SRC_BEAM_BEAM_MODEL_HPP

/// The parameters of a beam router, and one step of it.
///
/// A question is h0 = Σ v(word) / √words, where v is a fixed word vector (0 for function words)
/// plus a learned one. A token's score in state h is w · features + h · own + s · (h · names):
/// `own` is learned for that token alone; `names` is computed from the same fixed word vectors, so
/// that untrained tokens can still be recognized by their names. After a token, h += tanh(R h + I
/// (own + names) + b).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "question_evidence.hpp"
#include "sluice/beam/beam_router.hpp"
#include "sluice/text/question.hpp"
#include "visible_schema.hpp"
#include "word_evidence.hpp"

namespace sluice::inline v0::beam_detail {

inline constexpr std::size_t token_kinds = 3;  // database, table, end

struct BeamParameters {
  std::size_t dimensions = 0;
  BeamDecoding decoding = BeamDecoding::graph;
  /// feature_count numbers, then one scale of names per kind of token.
  std::vector<float> features;
  std::vector<float> recurrent;  ///< R, row-major.
  std::vector<float> input;      ///< I, row-major.
  std::vector<float> bias;
  std::unordered_map<std::string, std::uint32_t> stems;
  std::vector<float> words;  ///< Learned vectors by stem.
  std::vector<float> nodes;  ///< `own` by token; the last one is the end token's.

  /// The initial parameters of an untrained router.
  static BeamParameters untrained(std::size_t dimensions, std::size_t tokens,
                                  BeamDecoding decoding);
  /// The learned vector of a stem, or nullptr.
  const float *word(std::string_view stem) const;
};

/// Everything that belongs to one catalog. Immutable. Thread-safe.
struct BeamModel {
  BeamModel(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words);

  std::shared_ptr<const JoinGraphs> graphs;
  EvidenceSource source;
  VisibleSchema whole;
  BeamParameters parameters;
  BeamOrigin origin;
};

/// The first QuestionEvidence::max_words written words of a question, folded, one per stem. Unlike
/// content_words, it keeps stop words and numbers, which the training weighs.
std::vector<std::string> distinct_words(const Question &question);

/// h0 of a question's words.
std::vector<float> question_vector(std::span<const WordEvidence *const> words,
                                   const BeamParameters &parameters);

/// The score of one token with features `part`.
float token_score(const BeamParameters &parameters, const VisibleSchema &schema,
                  std::span<const float> state, SchemaToken token,
                  const QuestionEvidence::Part &part);

/// The features of a token after the chosen ones; `next` are the tables among the legal tokens.
QuestionEvidence::Part token_features(const QuestionEvidence &evidence, const SchemaTokens &tokens,
                                      SchemaToken token, const ChosenTables &chosen,
                                      std::span<const TableId> next);

/// tanh(R h + I (own + names) + b).
std::vector<float> transition(const BeamParameters &parameters, const VisibleSchema &schema,
                              std::span<const float> state, SchemaToken token);

/// The index of the scale of names for a token.
std::size_t kind_of(SchemaToken token, const SchemaTokens &tokens);

/// Calls `use` with the constraint of a decoding mode.
template <class Use>
auto with_constraint(BeamDecoding decoding, DecodingGraph graph, const Use &use) {
  switch (decoding) {
    case BeamDecoding::tables: return use(TablesConstraint(std::move(graph)));
    case BeamDecoding::free: return use(FreeConstraint(std::move(graph)));
    case BeamDecoding::graph: break;
  }
  return use(GraphConstraint(std::move(graph)));
}

}  // namespace sluice::inline v0::beam_detail

#endif
