#include "embed/embeddings_protocol.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/error_of.hpp"

namespace sluice {
namespace {

std::string what(std::string_view json, std::size_t texts = 2) {
  return test::what_of([&] { return parse_embeddings(json, "answer", texts); });
}

TEST_CASE("a request has the form that the endpoint's documentation requires") {
  const std::vector<std::string_view> texts = {"a \"b\"", "\xFF"};
  CHECK(embeddings_request("m", texts) ==
        "{\"model\":\"m\",\"input\":[\"a \\\"b\\\"\",\"\xEF\xBF\xBD\"],"
        "\"encoding_format\":\"float\"}");
}

TEST_CASE("vectors in any order are returned in the order of the texts, with unit length") {
  const EmbeddingVectors vectors = parse_embeddings(
      R"({"object":"list","data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,4]}],)"
      R"("model":"m","usage":{"total_tokens":2}})",
      "answer", 2);
  CHECK(vectors.dimensions == 2);
  REQUIRE(vectors.numbers.size() == 4);
  CHECK(vectors.numbers[0] == doctest::Approx(0.6));
  CHECK(vectors.numbers[1] == doctest::Approx(0.8));
  CHECK(vectors.numbers[2] == 0);
  CHECK(vectors.numbers[3] == 1);
  CHECK(parse_embeddings(R"({"data":[{"embedding":[0,0]},{"embedding":[-5,0]}]})", "answer", 2)
            .numbers == std::vector<float>{0, 0, -1, 0});
}

TEST_CASE("an invalid response is rejected with the location of the error") {
  CHECK(test::contains(what(""), "answer:"));
  CHECK(test::contains(what("{"), "answer:"));
  CHECK(test::contains(what("[]"), "answer:1:1:"));
  CHECK(test::contains(what("{}"), "data"));
  CHECK(test::contains(what(R"({"data":{}})"), "expected an array of 2 vectors"));
  CHECK(test::contains(what(R"({"data":[]})"), "expected an array of 2 vectors, found 0"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]}]})"), "found 1"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]},{"embedding":[1,2]}]})"),
                       "has 2 numbers, the first vector 1"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[]},{"embedding":[]}]})"),
                       "expected 1 to 65536 numbers, found 0"));
  CHECK(test::contains(what(R"({"data":[{"embedding":"AAAA"},{"embedding":"AAAA"}]})"),
                       "expected an array of numbers"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]},{"embedding":["1"]}]})"), "answer:1:"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]},{"embedding":[null]}]})"), "answer:1:"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]},{"embedding":[NaN]}]})"), "answer:1:"));
  CHECK(test::contains(what(R"({"data":[{"embedding":[1]},{"embedding":[1e39]}]})"),
                       "too large for a 32-bit float"));
  CHECK(
      test::contains(what(R"({"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]})"),
                     "belongs to text 0, which already has a vector"));
  CHECK(
      test::contains(what(R"({"data":[{"index":2,"embedding":[1]},{"index":0,"embedding":[1]}]})"),
                     "has index 2, expected 0 to 1"));
  CHECK(test::contains(
      what(R"({"data":[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]})"), "index -1"));
}

}  // namespace
}  // namespace sluice
