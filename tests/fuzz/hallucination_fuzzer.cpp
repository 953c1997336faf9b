// A language model's hallucinated schema: lines, JSON, or records of many questions.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sluice/core/error.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/retrieve/probe.hpp"

namespace {

using namespace sluice;

void check(std::string_view question, const HallucinatedSchema &schema) {
  if (schema.size() > 64) std::abort();
  for (const HallucinatedTable &table : schema) {
    if (table.columns.size() > 256) std::abort();
  }
  const ProbeSet probes = make_probes(question, schema);
  if (probes.probes.empty() || probes.probes.size() > 64) std::abort();
  for (std::size_t i = 0; i < probes.probes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (probes.probes[i] == probes.probes[j]) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  check(text, parse_hallucinated_schema(text));
  check(text, QuestionSegments().hallucinate(text));
  try {
    check(text, parse_hallucinated_schema(JsonDocument::parse(text, "fuzzed").root()));
  } catch (const Error &) {
  }
  RecordedHallucinations recorded;
  try {
    recorded.add_lines(text, "fuzzed");
  } catch (const Error &) {
  }
  check("How many?", recorded.hallucinate("How many?"));
  return 0;
}
