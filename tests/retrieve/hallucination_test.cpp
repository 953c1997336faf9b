#include "sluice/retrieve/hallucination.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sluice/retrieve/probe.hpp"

namespace sluice {
namespace {

static_assert(Hallucinator<QuestionSegments> && Hallucinator<RecordedHallucinations>);

HallucinatedTable table(std::string name, std::vector<std::string> columns) {
  return {std::move(name), std::move(columns)};
}

}  // namespace

TEST_CASE("a question's segments are its sequences of content words") {
  const auto schema = QuestionSegments().hallucinate(
      "What are the names of singers older than 30, by home country?");
  CHECK(schema == HallucinatedSchema{table("names", {}), table("singers older", {}),
                                     table("30", {}), table("home country", {})});
  CHECK(QuestionSegments().hallucinate("of the").empty());
}

TEST_CASE("recorded schemas are found by question, ignoring white space") {
  RecordedHallucinations recorded;
  recorded.add_lines("{\"question\": \"How  many?\", \"hallucinated\": [\"A(x)\"]}\n"
                     "{\"question\": \"Why?\", \"hallucinated\": []}\n",
                     "h.jsonl");
  CHECK(recorded.size() == 2);
  CHECK(recorded.hallucinate(" How many? ") == HallucinatedSchema{table("A", {"x"})});
  CHECK(recorded.hallucinate("Who?").empty());
}

TEST_CASE("probes name table and column once, and without a schema the question is the probe") {
  const HallucinatedSchema schema{table("A", {"x", "x"}), table("B", {}), table("", {"z"})};
  CHECK(make_probes("q", schema).probes == std::vector<std::string>{"A x", "B", "z"});
  CHECK(make_probes("q", {}).probes == std::vector<std::string>{"q"});
  CHECK(make_probes("q", schema, 1).probes.size() == 1);
}

}  // namespace sluice
