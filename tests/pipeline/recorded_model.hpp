#ifndef SLUICE_TESTS_PIPELINE_RECORDED_MODEL_HPP
#define SLUICE_TESTS_PIPELINE_RECORDED_MODEL_HPP

/// A language model whose answers a server replays.

#include <string>
#include <string_view>
#include <utility>

#include "sluice/core/json_writer.hpp"
#include "sluice/llm/completion_client.hpp"

namespace sluice::test {

inline constexpr const char *recorded_key = "sk-proj-0123456789abcdef";

inline CompletionClientOptions recorded_model(const std::string &url) {
  CompletionClientOptions options;
  options.url = url;
  options.model = "recorded";
  options.key = recorded_key;
  options.http.attempts = 3;
  options.http.first_wait_seconds = 0.001;
  options.http.max_wait_seconds = 0.01;
  options.http.jitter_seed = 7;
  return options;
}

/// One line of a recording.
class RecordedLine {
 public:
  explicit RecordedLine(std::string_view match) { writer_.begin_object().member("match", match); }
  template <class Value>
  RecordedLine &with(std::string_view name, const Value &value) {
    writer_.member(name, value);
    return *this;
  }
  RecordedLine &retry_at_once() {
    writer_.key("headers").begin_object().member("Retry-After", "0").end_object();
    return *this;
  }
  std::string text() { return writer_.end_object().take() + "\n"; }

 private:
  JsonWriter writer_;
};

}  // namespace sluice::test

#endif
