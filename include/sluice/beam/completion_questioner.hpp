#ifndef SLUICE_BEAM_COMPLETION_QUESTIONER_HPP
#define SLUICE_BEAM_COMPLETION_QUESTIONER_HPP

/// Generates questions with a language model that the user provides.

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sluice/beam/questioner.hpp"

namespace sluice::inline v0 {

/// The prompt for the model: an instruction, the database's name, and one line per table with the
/// sampled columns. Uses readable names. O(text).
std::string questioner_prompt(const Catalog &catalog, const SampledSchema &sampled);

/// Extracts the question from a model's answer: the first line that contains a word, without
/// surrounding quotes and without leading numbering or a label, with whitespace collapsed, cut to
/// 1,024 bytes of UTF-8. Throws Error(malformed) if there is no such line.
std::string question_in_answer(std::string_view answer);

/// Models Questioner by a callback `std::string(std::string_view prompt)`, which completes a
/// prompt, for example by calling an endpoint. As thread-safe as the callback; exceptions of the
/// callback pass through.
template <class Callback>
  requires std::is_invocable_r_v<std::string, const Callback &, std::string_view>
class CompletionQuestioner {
 public:
  CompletionQuestioner(std::shared_ptr<const Catalog> catalog, Callback callback)
      : catalog_(std::move(catalog)), callback_(std::move(callback)) {}

  std::string question(const SampledSchema &sampled, Random & /*random*/) const {
    return question_in_answer(callback_(questioner_prompt(*catalog_, sampled)));
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  Callback callback_;
};

}  // namespace sluice::inline v0

#endif
