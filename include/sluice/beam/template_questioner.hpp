#ifndef SLUICE_BEAM_TEMPLATE_QUESTIONER_HPP
#define SLUICE_BEAM_TEMPLATE_QUESTIONER_HPP

/// Questions made of templates and names: microseconds each, no language model.

#include <memory>
#include <string>
#include <utility>

#include "sluice/beam/question_templates.hpp"
#include "sluice/beam/questioner.hpp"
#include "sluice/beam/word_alternatives.hpp"

namespace sluice {

/// Models Questioner. A template for the sample's number of tables; its slots are filled in turn
/// with the readable names of tables and columns, each word of which may be put in another way;
/// columns without a slot follow at the end. Deterministic; any threads at once.
class TemplateQuestioner {
 public:
  struct Options {
    /// How often a name's word is put as the alternatives say; the rest stays.
    double reworded = 0.5;
    /// How often the first table is named although its template has no slot for it.
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

}  // namespace sluice

#endif
