// Arbitrary answers of a language model give a query that parses or none, a schema within its
// limits, and a valid choice.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "llm/sql_answer.hpp"
#include "sluice/llm/llm_hallucinator.hpp"
#include "sluice/llm/schema_choice.hpp"
#include "sluice/sql/parse.hpp"

namespace {

using namespace sluice;

void check_sql(std::string_view text) {
  const SqlAnswer answer = find_sql(text);
  bool parses = !answer.sql.empty();
  try {
    if (parses) static_cast<void>(sql::parse(answer.sql));
  } catch (const sql::SyntaxError &) {
    parses = false;
  }
  if (answer.parses && !parses) std::abort();
  if (answer.parses && answer.is_cut) std::abort();
}

void check_fences(std::string_view text) {
  const char *at = text.data();
  for (const FencedText &fenced : fenced_texts(text)) {
    if (fenced.text.data() < at) std::abort();
    at = fenced.text.data() + fenced.text.size();
  }
  if (at > text.data() + text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  check_sql(text);
  check_fences(text);
  for (const auto form :
       {HallucinationForm::schema, HallucinationForm::variables, HallucinationForm::relations}) {
    const HallucinatedSchema schema = read_hallucination(text, form);
    if (schema.size() > 64) std::abort();
  }
  const std::vector<SchemaCandidate> candidates{{"shop", ""}, {"zoo", ""}};
  if (schema_choice_in(text, candidates) >= candidates.size()) std::abort();
  return 0;
}
