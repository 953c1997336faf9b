/// Reads questions and answers, and writes answers.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/benchmark/answer_evaluation.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"

namespace sluice::inline v0 {
namespace {

SqlFault fault_called(JsonValue name) {
  for (std::size_t f = 0; f <= static_cast<std::size_t>(SqlFault::execution); ++f) {
    if (name_of(static_cast<SqlFault>(f)) == name.as_string()) return static_cast<SqlFault>(f);
  }
  name.fail("is not the name of a fault");
}

}  // namespace

std::vector<BenchmarkTask> read_benchmark_tasks(std::string_view json_lines,
                                                const std::string &source, const Catalog &catalog) {
  std::vector<BenchmarkTask> tasks;
  for (BenchmarkQuestion &question : read_benchmark_questions(json_lines, source, catalog))
    tasks.push_back({std::move(question), {}});
  std::size_t at = 0;
  each_json_line(json_lines, source, [&](JsonValue record) {
    const auto query = record.find("query");
    tasks[at++].sql = query ? query->as_string() : record.at("sql").as_string();
  });
  return tasks;
}

std::vector<std::pair<std::string, AnsweredTask>> read_answered_tasks(std::string_view json_lines,
                                                                      const std::string &source) {
  std::vector<std::pair<std::string, AnsweredTask>> answers;
  // The last line may be incomplete if the work was stopped while writing.
  json_lines = json_lines.substr(0, json_lines.rfind('\n') + 1);
  each_json_line(json_lines, source, [&](JsonValue record) {
    AnsweredTask answer;
    const auto number = [&record](std::string_view name) {
      const std::int64_t value = record.at(name).as_integer();
      if (value < 0) record.at(name).fail("must not be negative");
      return static_cast<std::size_t>(value);
    };
    answer.sql = record.at("sql").as_string();
    answer.fault = fault_called(record.at("fault"));
    answer.message = record.at("message").as_string();
    answer.requests = number("requests");
    answer.uncounted = number("uncounted");
    answer.prompt_tokens = number("prompt_tokens");
    answer.answer_tokens = number("answer_tokens");
    answers.emplace_back(record.at("key").as_string(), std::move(answer));
  });
  return answers;
}

std::string to_json_line(const std::string &key, const AnsweredTask &answer) {
  JsonWriter writer;
  writer.begin_object()
      .member("key", std::string_view(key))
      .member("sql", std::string_view(answer.sql))
      .member("fault", name_of(answer.fault))
      .member("message", std::string_view(answer.message))
      .member("requests", answer.requests)
      .member("uncounted", answer.uncounted)
      .member("prompt_tokens", answer.prompt_tokens)
      .member("answer_tokens", answer.answer_tokens)
      .end_object();
  return writer.take() + '\n';
}

std::string key_of(const BenchmarkTask &task, std::string_view settings) {
  Fingerprint key;
  key.add(settings).add(task.asked.id).add(task.asked.question).add(task.sql);
  return key.text();
}

}  // namespace sluice::inline v0
