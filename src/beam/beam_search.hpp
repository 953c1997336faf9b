#ifndef SLUICE_SRC_BEAM_BEAM_SEARCH_HPP
#define SLUICE_SRC_BEAM_BEAM_SEARCH_HPP

/// Finds the most probable sequences under a constraint, in groups that avoid each other's choices.
/// Source: Vijayakumar et al. 2016 (diverse beam search, Hamming diversity).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "beam/decoding_constraint.hpp"
#include "beam/sequence_scorer.hpp"
#include "sluice/beam/beam_routes.hpp"

namespace sluice::inline v0 {

/// A sequence without its end token.
struct Hypothesis {
  std::vector<SchemaToken> tokens;
  float log_probability = 0;  ///< Of the sequence including its end token.
};

namespace beam_detail {

template <class State>
struct Beam {
  std::vector<SchemaToken> tokens;
  State state;
  float log_probability = 0;
  bool ended = false;
};

inline float beam_score(float log_probability, std::size_t length, float power) {
  if (power == 0) return log_probability;
  return log_probability / std::pow(static_cast<float>(std::max<std::size_t>(length, 1)), power);
}

/// A beam extended by one token, or a finished beam as it is.
struct Continuation {
  std::size_t parent;
  SchemaToken token;
  float log_probability;
  float score;  ///< Includes the length normalization and the penalty.
};

void require_usable(const BeamOptions &options);

}  // namespace beam_detail

/// Decodes one question. Returns at most groups × beams distinct hypotheses, sorted by descending
/// probability, then by tokens. Deterministic. Computes O(max_tokens × groups × beams × legal
/// tokens) scores. Throws Error(invalid_argument) if there are no groups or beams, or if a number
/// is negative or not finite.
template <SequenceScorer Scorer, DecodingConstraint Constraint>
std::vector<Hypothesis> diverse_beam_search(const Scorer &scorer, const Constraint &constraint,
                                            const BeamOptions &options = {}) {
  using beam_detail::Continuation;
  using Beam = beam_detail::Beam<typename Scorer::State>;
  beam_detail::require_usable(options);
  const SchemaTokens &tokens = constraint.tokens();
  std::vector<std::vector<Beam>> groups(options.groups, {Beam{{}, scorer.start(), 0, false}});
  std::vector<float> penalties(tokens.size(), 0.0F);
  std::vector<SchemaToken> taken;  // tokens that have a penalty
  std::vector<SchemaToken> legal;
  std::vector<float> scores;
  std::vector<Continuation> continuations;

  for (std::size_t step = 0; step <= options.max_tokens; ++step) {
    for (const SchemaToken token : taken) penalties[token.index()] = 0;
    taken.clear();
    for (std::vector<Beam> &group : groups) {
      continuations.clear();
      for (std::size_t b = 0; b < group.size(); ++b) {
        const Beam &beam = group[b];
        if (beam.ended) {
          const float score = beam_detail::beam_score(beam.log_probability, beam.tokens.size() + 1,
                                                      options.length_power);
          continuations.push_back({b, tokens.end(), beam.log_probability, score});
          continue;
        }
        constraint.legal(beam.tokens, legal);
        if (legal.empty()) continue;
        scores.resize(legal.size());
        scorer.score(beam.state, legal, scores);
        for (std::size_t i = 0; i < legal.size(); ++i) {
          if (step == options.max_tokens && legal[i] != tokens.end()) continue;
          const float sum = beam.log_probability + scores[i];
          const float score =
              beam_detail::beam_score(sum, beam.tokens.size() + 1, options.length_power) -
              options.diversity * penalties[legal[i].index()];
          continuations.push_back({b, legal[i], sum, score});
        }
      }
      const std::size_t kept = (std::min)(options.beams, continuations.size());
      std::partial_sort(continuations.begin(),
                        continuations.begin() + static_cast<std::ptrdiff_t>(kept),
                        continuations.end(), [](const Continuation &a, const Continuation &b) {
                          if (a.score != b.score) return a.score > b.score;
                          return a.parent != b.parent ? a.parent < b.parent : a.token < b.token;
                        });
      std::vector<Beam> grown;
      for (std::size_t i = 0; i < kept; ++i) {
        const Continuation &by = continuations[i];
        Beam beam = group[by.parent];
        beam.log_probability = by.log_probability;
        if (by.token == tokens.end()) {
          beam.ended = true;
        } else {
          beam.state = scorer.advance(beam.state, by.token);
          beam.tokens.push_back(by.token);
        }
        grown.push_back(std::move(beam));
      }
      // A group's choices only affect later groups.
      for (const Beam &beam : grown) {
        if (beam.tokens.size() != step + 1) continue;
        penalties[beam.tokens.back().index()] += 1;
        taken.push_back(beam.tokens.back());
      }
      group = std::move(grown);
    }
  }

  std::vector<Hypothesis> found;
  for (std::vector<Beam> &group : groups) {
    for (Beam &beam : group) {
      if (beam.ended) found.push_back({std::move(beam.tokens), beam.log_probability});
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Hypothesis &a, const Hypothesis &b) { return a.tokens < b.tokens; });
  const auto same = [](const Hypothesis &a, const Hypothesis &b) { return a.tokens == b.tokens; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  std::stable_sort(found.begin(), found.end(), [](const Hypothesis &a, const Hypothesis &b) {
    return a.log_probability > b.log_probability;
  });
  return found;
}

}  // namespace sluice::inline v0

#endif
