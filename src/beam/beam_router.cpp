#include "sluice/beam/beam_router.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "beam/beam_search.hpp"
#include "beam/routes_of.hpp"
#include "beam_model.hpp"
#include "beam_model_file.hpp"
#include "beam_scorer.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/route/ranker_model.hpp"

namespace sluice::inline v0 {

using namespace beam_detail;

BeamRouter::BeamRouter(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
                       BeamDecoding decoding) {
  auto model = std::make_shared<BeamModel>(std::move(graphs), std::move(words));
  model->parameters =
      BeamParameters::untrained(model->source.dimensions(), model->whole.tokens().size(), decoding);
  model_ = std::move(model);
}

BeamRouter BeamRouter::open(const std::string &path, std::shared_ptr<const JoinGraphs> graphs,
                            AnyEmbedder words) {
  auto model = std::make_shared<BeamModel>(std::move(graphs), std::move(words));
  read_beam_model(path, *model);
  return BeamRouter(std::move(model));
}

void BeamRouter::store(const std::string &path) const { write_file(path, bytes()); }

std::string BeamRouter::bytes() const { return beam_model_bytes(*model_); }

bool BeamRouter::is_router_file(const std::string &path) {
  return segment_kind(path) == beam_file_kind;
}

const BeamOrigin &BeamRouter::origin() const noexcept { return model_->origin; }

bool BeamRouter::has_seen(std::string_view database, std::string_view question) const {
  return std::ranges::binary_search(origin().seen, RankerModel::question_key(database, question));
}

BeamRoutes BeamRouter::route(const Question &question, const Mask *mask,
                             const BeamOptions &options) const {
  check_mask(mask, model_->whole.catalog());
  std::optional<VisibleSchema> masked;
  if (mask != nullptr) masked.emplace(model_->whole, *mask, model_->source);
  const VisibleSchema &schema = masked ? *masked : model_->whole;

  std::vector<WordEvidence> words;
  for (const std::string &word : distinct_words(question)) {
    words.push_back(model_->source.of(word, mask));
  }
  std::vector<const WordEvidence *> views;
  for (const WordEvidence &word : words) views.push_back(&word);
  const QuestionEvidence evidence(views, schema, model_->source);
  const BeamScorer scorer(model_->parameters, schema, evidence,
                          question_vector(views, model_->parameters));
  const auto hypotheses = with_constraint(
      model_->parameters.decoding, schema.decoding_graph(),
      [&](const auto &constraint) { return diverse_beam_search(scorer, constraint, options); });
  return routes_of(hypotheses, schema.tokens(), schema.catalog());
}

}  // namespace sluice::inline v0
