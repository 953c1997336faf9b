#ifndef SLUICE_BEAM_COMPLETION_QUESTIONER_HPP
#define SLUICE_BEAM_COMPLETION_QUESTIONER_HPP

/// Questions made up by a language model of the user's.

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sluice/beam/questioner.hpp"

namespace sluice {

/// What the model is asked: an instruction, the database's name, and a line a table with the
/// sampled columns. Readable names. O(text).
std::string questioner_prompt(const Catalog &catalog, const SampledSchema &sampled);

/// The question in a model's answer: its first line that holds a word, without quotes around it,
/// numbering or a label before it, white space collapsed, cut to 1,024 bytes of UTF-8. Throws
/// Error(malformed) if no line does.
std::string question_in_answer(std::string_view answer);

/// Models Questioner by calling back: `std::string(std::string_view prompt)`, which completes a
/// prompt or asks an endpoint. As thread-safe as the callback; what it throws passes through.
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

}  // namespace sluice

#endif
