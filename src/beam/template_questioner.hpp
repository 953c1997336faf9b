#ifndef SLUICE_SRC_BEAM_TEMPLATE_QUESTIONER_HPP
#define SLUICE_SRC_BEAM_TEMPLATE_QUESTIONER_HPP

/// Generates questions from templates and names: microseconds per question, no language model.

#include <memory>
#include <string>
#include <utility>

#include "beam/question_templates.hpp"
#include "beam/word_alternatives.hpp"
#include "sluice/beam/questioner.hpp"

namespace sluice::inline v0 {

/// Models Questioner. Chooses a template for the sample's number of tables and fills its slots in
/// order with the readable names of tables and columns; each word of a name may be replaced by an
/// alternative. Columns without a slot follow at the end. Deterministic. Thread-safe.
class TemplateQuestioner {
 public:
  struct Options {
    /// Probability that a word of a name is replaced by a word drawn from the alternatives.
    double reworded = 0.5;
    /// Probability that the first table is named even if its template has no slot for it.
    double named_anyway = 0.7;
  };

  TemplateQuestioner(std::shared_ptr<const Catalog> catalog, QuestionTemplates templates,
                     WordAlternatives alternatives, Options options)
      : catalog_(std::move(catalog)),
        templates_(std::move(templates)),
        alternatives_(std::move(alternatives)),
        options_(options) {}
  TemplateQuestioner(std::shared_ptr<const Catalog> catalog, QuestionTemplates templates,
                     WordAlternatives alternatives)
      : TemplateQuestioner(std::move(catalog), std::move(templates), std::move(alternatives),
                           Options{}) {}

  std::string question(const SampledSchema &sampled, Random &random) const;

  const QuestionTemplates &templates() const noexcept { return templates_; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  QuestionTemplates templates_;
  WordAlternatives alternatives_;
  Options options_;
};

}  // namespace sluice::inline v0

#endif
