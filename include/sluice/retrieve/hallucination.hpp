#ifndef SLUICE_RETRIEVE_HALLUCINATION_HPP
#define SLUICE_RETRIEVE_HALLUCINATION_HPP

/// Hallucinators invent the schema of a database that would answer a question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.1.

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// Hallucinates a schema for a question, which a model takes as a Question or as its text. Must be
/// thread-safe. May throw. An empty schema means that it found none.
template <class T>
concept Hallucinator = requires(const T &hallucinator, std::string_view question) {
  { hallucinator.hallucinate(question) } -> std::same_as<HallucinatedSchema>;
};

/// The offline hallucinator, without a model or training. Each sequence of content words between
/// stop words and punctuation becomes the name of something that the schema should have. "names of
/// singers older than 30" → names, singers, older.
class QuestionSegments {
 public:
  HallucinatedSchema hallucinate(const Question &question) const;
};

/// Returns schemas that were recorded earlier, by the question's text, ignoring white space.
/// Thread-safe except for `add` and `add_lines`.
class RecordedHallucinations {
 public:
  void add(std::string_view question, HallucinatedSchema schema);
  /// JSON lines with "question" and "hallucinated". Throws Error(malformed).
  void add_lines(std::string_view json_lines, const std::string &source);

  /// Empty for a question that was not recorded. O(log n).
  HallucinatedSchema hallucinate(std::string_view question) const;
  std::size_t size() const noexcept { return recorded_.size(); }

 private:
  std::vector<std::pair<std::string, HallucinatedSchema>> recorded_;  // sorted by question
};

/// Calls a function `HallucinatedSchema(std::string_view question)`. As thread-safe as the
/// function.
template <class Function>
class CallbackHallucinator {
 public:
  explicit CallbackHallucinator(Function function) : function_(std::move(function)) {}
  HallucinatedSchema hallucinate(std::string_view question) const { return function_(question); }

 private:
  Function function_;
};

}  // namespace sluice::inline v0

#endif
