#include "sluice/route/cross_encoder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "beam/small_catalog.hpp"
#include "route/contender_reading.hpp"
#include "support/aligned_bytes.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "tiny_cross_encoder.hpp"

namespace sluice {
namespace {

using Made = test::TinyCrossEncoder;

TEST_CASE(
    "a score is the dot product of the head and the vector of question and names in one text") {
  const Made made;
  const std::vector<std::string> schemas{"name ; singer : age , year", "stadium"};
  const std::vector<float> scores = made.cross_encoder.scores("how many singers ?", schemas);
  REQUIRE(scores.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string text = "how many singers ? </s> " + schemas[i];
    std::vector<float> vector(Made::width);
    made.encoder.embed(std::array{std::string_view(text)}, vector);
    double expected = 0;
    for (std::size_t d = 0; d < Made::width; ++d)
      expected += double{vector[d]} * made.model->head[d];
    CHECK(scores[i] == doctest::Approx(expected).epsilon(1e-5));
  }
  CHECK(made.cross_encoder.scores("how many singers ?", std::span(schemas).last(1)).front() ==
        scores[1]);
  CHECK(made.cross_encoder.scores("how", {}).empty());
}

TEST_CASE("long questions and schemas are cut at the limits of the encoder") {
  const Made made;
  std::string question, more;
  for (int i = 0; i < 47; ++i) question += "how ";
  for (int i = 0; i < 100; ++i) more += "name ";
  const std::array schemas{std::string("year"), more + "year", more + "year age"};
  const std::vector<float> scores = made.cross_encoder.scores(question + "many", schemas);
  CHECK(scores[1] == scores[2]);
  CHECK(scores[0] != scores[1]);
  CHECK(made.cross_encoder.scores(question + "many of the oldest", schemas) == scores);
  CHECK(made.cross_encoder.scores(question, schemas) != scores);
}

TEST_CASE("a model survives a round trip through a file, and broken files are refused") {
  const CrossEncoderModel model = Made::model_of(Made::learned());
  const std::string bytes = model.bytes();
  const test::AlignedBytes aligned(bytes);
  const auto read = CrossEncoderModel::parse(aligned.view(), "a file");
  CHECK(read->bytes() == bytes);
  CHECK(read->trained_on == "a few numbers");
  CHECK(read->weight == 0.5F);
  for (const std::size_t size : {std::size_t{0}, std::size_t{40}, bytes.size() / 2}) {
    const test::AlignedBytes cut(bytes.substr(0, size));
    test::check_code(ErrorCode::malformed, [&] { CrossEncoderModel::parse(cut.view(), "a file"); });
  }
  auto tensors = Made::learned();
  tensors.back().numbers = {0};
  const test::AlignedBytes weightless(Made::model_of(tensors).bytes());
  CHECK(
      test::contains(test::what_of([&] { CrossEncoderModel::parse(weightless.view(), "a file"); }),
                     "broken numbers"));
  tensors = Made::learned();
  tensors[tensors.size() - 2].name = "heads";
  CHECK(test::contains(test::what_of([&] { Made::model_of(tensors); }), "no tensor `head`"));
}

TEST_CASE("a model of another width, and an encoder without its changes, are refused") {
  const Made made;
  auto narrow = std::make_shared<CrossEncoderModel>(*made.model);
  narrow->head.pop_back();
  test::check_code(ErrorCode::mismatch, [&] { CrossEncoder(made.encoder, narrow); });
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "tiny.int8").string();
  Encoder::load(made.tiny.folder(), EncoderPrecision::int8).store(path);
  test::check_code(ErrorCode::unsupported, [&] { CrossEncoder::open(path); });
}

TEST_CASE("the shipped model is for all-mpnet-base-v2") {
  const auto model = CrossEncoderModel::shipped();
  if (model == nullptr) return test::skip("no cross-encoder in this build");
  CHECK(model->head.size() == 768);
  CHECK(model->update.layers() == 12);
  CHECK(!model->trained_on.empty());
  CHECK(CrossEncoderModel::shipped(1) == nullptr);
}

TEST_CASE(
    "contenders with a probability above the minimum are read, at most eight and never just one") {
  const auto count = [](std::initializer_list<float> scores) {
    std::vector<Scored<DatabaseId>> ranked;
    for (const float score : scores) ranked.push_back({DatabaseId(ranked.size()), score});
    return route_detail::contender_count(ranked);
  };
  CHECK(count({}) == 0);
  CHECK(count({1.0F}) == 0);
  CHECK(count({0.998F, 0.002F}) == 0);
  CHECK(count({0.9F, 0.098F, 0.002F}) == 2);
  CHECK(count({.1F, .1F, .1F, .1F, .1F, .1F, .1F, .1F, .1F, .1F}) == 8);
}

TEST_CASE("the cross-encoder redistributes the contenders' total probability by their scores") {
  const Made made;
  const std::array schemas{std::string("name"), std::string("stadium ; year : age")};
  const std::vector<Scored<DatabaseId>> ranked{
      {DatabaseId(4), 0.5F}, {DatabaseId(1), 0.3F}, {DatabaseId(2), 0.2F}};
  const std::vector<float> scores = made.cross_encoder.scores("how many", schemas);
  const std::vector<float> factors =
      route_detail::cross_encoder_factors(made.cross_encoder, "how many", schemas, ranked);
  REQUIRE(factors.size() == 2);
  const double a = 0.5 * double{factors[0]}, b = 0.3 * double{factors[1]};
  CHECK(a + b == doctest::Approx(0.8));
  CHECK(std::log(a / b) ==
        doctest::Approx(std::log(0.5 / 0.3) + 0.5 * (double{scores[0]} - scores[1])).epsilon(1e-4));
}

TEST_CASE("the text of a contender has names split into words, each table before its columns") {
  const auto catalog = test::small_catalog();
  std::vector<ColumnId> columns;
  for (const ColumnId column : catalog->columns(DatabaseId(0))) {
    if (columns.size() < 5) columns.push_back(column);
  }
  columns.erase(columns.begin() + 1);
  CHECK(route_detail::contender_text(*catalog, DatabaseId(0), columns) ==
        "music ; singer : singer key , country ; performance : performance key , singer");
  CHECK(route_detail::contender_text(*catalog, DatabaseId(1), {}) == "shop");
}

}  // namespace
}  // namespace sluice
