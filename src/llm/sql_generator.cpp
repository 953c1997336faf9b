#include "sluice/llm/sql_generator.hpp"

#include <utility>

#include "llm/sql_answer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_repeated = 8000;  // bytes of a wrong answer that the next prompt quotes

/// Returns the parser's message for a text that looks like SQL.
std::string syntax_message(const std::string &sql, sql::Dialect dialect) {
  try {
    static_cast<void>(sql::parse(sql, {.dialect = dialect}));
  } catch (const sql::SyntaxError &error) {
    const std::string line = one_line(error.message());
    return "syntax error: " + std::string(clip_utf8(line, 300));
  }
  return "syntax error";
}

SqlCheck check_answer(const Completion &completion, const SqlAnswer &answer, sql::Dialect dialect,
                      function_ref<SqlCheck(const std::string &sql)> check) {
  if (answer.parses && (completion.end != CompletionEnd::cut || answer.is_closed))
    return check(answer.sql);
  if (completion.end == CompletionEnd::refused) {
    const std::string words = one_line(completion.text);
    return {SqlFault::refused,
            "the model refused" + (words.empty() ? "" : ": " + std::string(clip_utf8(words, 200)))};
  }
  if (answer.sql.empty()) return {SqlFault::missing, "the answer holds no SQL"};
  if (answer.parses || answer.is_cut)
    return {SqlFault::cut, "the query ends too early: it is cut short"};
  return {SqlFault::syntax, syntax_message(answer.sql, dialect)};
}

}  // namespace

std::string sql_instruction(sql::Dialect dialect) {
  std::string instruction = "You translate questions into SQL";
  if (dialect != sql::Dialect::sqlite && dialect != sql::Dialect::permissive)
    instruction.append(" for ").append(sql::dialect_title(dialect));
  return instruction += ". Answer with one query and nothing else.";
}

SqlGenerator::SqlGenerator(AnyCompleter completer, SqlGeneratorOptions options)
    : completer_(std::move(completer)), options_(std::move(options)) {}

GeneratedSql SqlGenerator::generate(std::string_view prompt,
                                    function_ref<SqlCheck(const std::string &sql)> check,
                                    const CancellationToken &token) const {
  CompletionRequest request;
  request.temperature = options_.temperature;
  request.max_tokens = options_.max_tokens;
  const sql::Dialect dialect = options_.dialect.value_or(sql::Dialect::sqlite);
  const std::string instruction =
      options_.instruction ? *options_.instruction : sql_instruction(dialect);
  if (!instruction.empty()) request.messages.push_back({ChatRole::system, instruction});
  request.messages.push_back({ChatRole::user, std::string(prompt)});
  GeneratedSql generated;
  for (std::size_t round = 0;; ++round) {
    Completion completion = completer_.complete(request, token);
    SqlAnswer answer = find_sql(completion.text, dialect);
    generated.check = check_answer(completion, answer, dialect, check);
    if (!answer.sql.empty() || round == 0) generated.sql = std::move(answer.sql);
    const bool is_over = generated.check.passed() || round == options_.repairs ||
                         generated.check.fault == SqlFault::refused;
    request.messages.push_back(
        {ChatRole::assistant, std::string(clip_utf8(completion.text, max_repeated))});
    generated.completions.push_back(std::move(completion));
    if (is_over) return generated;
    request.messages.push_back(
        {ChatRole::user, "This cannot be run: " + generated.check.message +
                             ". Answer with the whole query, corrected, and nothing else."});
  }
}

}  // namespace sluice::inline v0
