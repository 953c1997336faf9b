/// Answers: from a question to checked SQL and its rows.

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "callback_hold.hpp"
#include "examples.hpp"
#include "internal.hpp"
#include "labels.hpp"
#include "progress.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "suite.hpp"
#if defined(SLUICE_WITH_LLM)
#include "sluice/pipeline/answerer.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/suite/result_json.hpp"
#endif

namespace sluice::inline v0::capi {
namespace {

#if defined(SLUICE_WITH_LLM)

std::string_view role_of(ChatRole role) noexcept {
  switch (role) {
    case ChatRole::system: return "system";
    case ChatRole::assistant: return "assistant";
    case ChatRole::user: break;
  }
  return "user";
}

/// Implements the Completer concept with the caller's function.
class CallerCompleter {
 public:
  explicit CallerCompleter(const sluice_completer &given) : given_(given) {
    if (given.complete == nullptr) refuse("completer->complete is NULL");
  }

  Completion complete(const CompletionRequest &request, const CancellationToken &token) const {
    token.check();
    std::vector<sluice_message> messages;
    for (const ChatMessage &message : request.messages) {
      const std::string_view role = role_of(message.role);  // a string literal
      messages.push_back({{role.data(), role.size()}, text_out(message.text)});
    }
    Written written;
    const sluice_status status =
        given_.complete(given_.user, messages.data(), messages.size(), &write, &written);
    if (written.is_too_much) throw std::bad_alloc();
    check_returned(status, "completer");
    Completion completion;
    completion.text = repair_utf8(written.text);
    return completion;
  }

 private:
  struct Written {
    std::string text;
    bool is_too_much = false;
  };

  /// Called from C, so it must not throw.
  static void write(void *to, const char *data, std::size_t size) noexcept {
    auto &written = *static_cast<Written *>(to);
    try {
      if (data != nullptr) written.text.append(data, size);
    } catch (...) {
      written.is_too_much = true;
    }
  }

  sluice_completer given_;
};

std::string json_of(const QuestionAnswer &answer, const Catalog &catalog, bool was_run) {
  const GeneratedSql &generated = answer.generated;
  JsonWriter writer;
  writer.begin_object()
      .member("sql", std::string_view(generated.sql))
      .member("passed", generated.check.passed())
      .member("fault", name_of(generated.check.fault))
      .member("message", std::string_view(generated.check.message))
      .key("database");
  answer.database ? writer.value(catalog.database(*answer.database).name()) : writer.null();
  writer.member("is_guess", answer.is_guess)
      .member("confidence", answer.confidence)
      .member("prompt", std::string_view(answer.prompt))
      .member("rounds", generated.completions.size())
      .key("column_names")
      .begin_array();
  for (const std::string &name : answer.column_names)
    writer.value(std::string_view(repair_utf8(name)));
  writer.end_array().key("rows");
  if (was_run && answer.database) {
    write_rows(writer, answer.rows);
  } else {
    writer.null();
  }
  writer.member("all_rows", answer.is_whole);
  write_doubts(writer, answer.retrieved.alternatives, answer.retrieved.unsure, catalog);
  return writer.end_object().take();
}

std::string answered(const sluice_retriever &retriever, std::string_view question,
                     const sluice_mask *mask, const sluice_answer_options &chosen,
                     const Progress &progress) {
  AnswererParts parts;
  parts.retriever = retriever.retriever;
  parts.labels = retriever.labels->get();
  if (chosen.completer != nullptr) {
    parts.completer = CallerCompleter(
        options_in(chosen.completer, sluice_completer SLUICE_COMPLETER_INIT, "completer"));
  } else {
    parts.approximator =
        parts.labels ? *parts.labels : LabelApproximator();  // a default one reports the reason
  }
  if (chosen.examples != nullptr) parts.examples = chosen.examples->store;
  if (chosen.databases != nullptr) parts.databases = chosen.databases->source;
  parts.generator.repairs = chosen.repairs;
  AnswerOptions options;
  options.ask.budget = chosen.budget;
  options.ask.mask = mask == nullptr ? nullptr : &mask->mask;
  options.examples = chosen.example_count;
  options.execute = chosen.databases != nullptr;
  options.rows = chosen.rows;
  options.token = token_of(chosen.cancellation);
  const Answerer answerer(std::move(parts));
  const QuestionAnswer answer = answerer.answer(question, options, progress);
  return json_of(answer, *retriever.named->catalog(), options.execute);
}

#else

std::string answered(const sluice_retriever &, std::string_view, const sluice_mask *,
                     const sluice_answer_options &, const Progress &) {
  throw Error(ErrorCode::unsupported, "the library was built without SLUICE_WITH_LLM");
}

#endif

}  // namespace
}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

sluice_status sluice_answer(const sluice_retriever *retriever, const char *question,
                            size_t question_size, const sluice_mask *mask,
                            const sluice_answer_options *options, sluice_text **out,
                            sluice_error **error) noexcept {
  const CallbackHold progress_hold(options, &sluice_answer_options::progress);
  const CallbackHold completer_hold(options, &sluice_answer_options::completer);
  return guarded(error, [&] {
    require(retriever, "retriever");
    require(out, "out");
    const std::string_view asked = text_in(question, question_size, "question");
    const auto chosen =
        options_in(options, sluice_answer_options SLUICE_ANSWER_OPTIONS_INIT, "options");
    Reporter reporter(chosen.progress);
    const sluice::Progress progress(reporter, token_of(chosen.cancellation));
    *out = new sluice_text{answered(*retriever, asked, mask, chosen, progress)};
  });
}
