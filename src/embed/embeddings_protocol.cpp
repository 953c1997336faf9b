#include "embed/embeddings_protocol.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "unit_vector.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_dimensions = 65'536;

/// The number of the text that a vector belongs to; its position in the response if it has no
/// index.
std::size_t index_of(JsonValue item, std::size_t place, std::size_t texts) {
  const std::optional<JsonValue> index = item.find("index");
  if (!index || index->is(JsonKind::null)) return place;
  const std::int64_t number = index->as_integer();
  if (number < 0 || static_cast<std::uint64_t>(number) >= texts) {
    index->fail("has index " + std::to_string(number) + ", expected 0 to " +
                std::to_string(texts - 1));
  }
  return static_cast<std::size_t>(number);
}

void read_vector(JsonValue numbers, std::span<float> vector) {
  std::size_t i = 0;
  for (const JsonValue number : numbers) {
    vector[i] = static_cast<float>(number.as_number());
    if (!std::isfinite(vector[i])) number.fail("is too large for a 32-bit float");
    ++i;
  }
  embed_detail::make_unit(vector);
}

}  // namespace

std::string embeddings_request(std::string_view model, std::span<const std::string_view> texts) {
  JsonWriter writer;
  writer.begin_object().member("model", model).key("input").begin_array();
  for (const std::string_view text : texts) writer.value(text);
  writer.end_array().member("encoding_format", "float").end_object();
  return writer.take();
}

EmbeddingVectors parse_embeddings(std::string_view json, const std::string &source,
                                  std::size_t texts) {
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue data = document.root().at("data");
  if (!data.is(JsonKind::array) || data.size() != texts) {
    data.fail("expected an array of " + std::to_string(texts) + " vectors" +
              (data.is(JsonKind::array) ? ", found " + std::to_string(data.size()) : ""));
  }
  EmbeddingVectors vectors;
  std::vector<bool> seen(texts);
  std::size_t place = 0;
  for (const JsonValue item : data) {
    const JsonValue embedding = item.at("embedding");
    if (!embedding.is(JsonKind::array)) embedding.fail("expected an array of numbers");
    if (vectors.numbers.empty()) {
      vectors.dimensions = embedding.size();
      if (vectors.dimensions == 0 || vectors.dimensions > max_dimensions) {
        embedding.fail("expected 1 to 65536 numbers, found " + std::to_string(vectors.dimensions));
      }
      vectors.numbers.resize(texts * vectors.dimensions);
    }
    if (embedding.size() != vectors.dimensions) {
      embedding.fail("has " + std::to_string(embedding.size()) + " numbers, the first vector " +
                     std::to_string(vectors.dimensions));
    }
    const std::size_t text = index_of(item, place++, texts);
    if (seen[text])
      item.fail("belongs to text " + std::to_string(text) + ", which already has a vector");
    seen[text] = true;
    read_vector(embedding,
                std::span(vectors.numbers).subspan(text * vectors.dimensions, vectors.dimensions));
  }
  return vectors;
}

}  // namespace sluice::inline v0
