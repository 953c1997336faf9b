#include "sluice/embed/static_embedder.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/library_value.hpp"
#include "core/shipped_file.hpp"
#include "embed/weights/static_weights.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "static_table.hpp"
#include "unit_vector.hpp"

namespace sluice::inline v0 {
namespace {

using embed_detail::StaticTable;

detail::LibraryValue<StaticTable> &shipped_table() {
  static detail::NeverDestroyed<detail::LibraryValue<StaticTable>> table;
  return *table;
}
const detail::ReleaseWithLibrary release_table(shipped_table);
constexpr std::string_view table_name = "static_128.table";

/// Adds a word's hashed n-grams: ±1 in one dimension each, then scaled to unit length, which is the
/// length of a rare piece's row.
void add_spelling(std::string_view word, std::span<float> sum) {
  constexpr std::size_t gram = 6;  // bytes: two or three characters in most other scripts
  std::vector<float> vector(sum.size());
  const std::string bounded = '<' + std::string(word) + '>';
  for (std::size_t size : {bounded.size(), gram}) {
    for (std::size_t at = 0; at + size <= bounded.size(); ++at) {
      const std::uint64_t hash = hash64(std::string_view(bounded).substr(at, size));
      vector[static_cast<std::size_t>((hash >> 1) % vector.size())] +=
          (hash & 1) != 0 ? 1.0F : -1.0F;
    }
  }
  float squares = 0;
  for (const float x : vector) squares += x * x;
  if (squares == 0) return;
  const float scale = 1 / std::sqrt(squares);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += scale * vector[i];
}

void add_word(const StaticTable &table, std::string_view word, std::span<const std::uint32_t> ids,
              std::span<float> sum) {
  if (ids.size() == 1 && ids[0] == table.tokenizer.unknown()) return add_spelling(word, sum);
  for (const std::uint32_t id : ids) {
    const std::int8_t *row = table.rows.data() + std::size_t{id} * table.dimensions;
    const float scale = table.scales[id];
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += scale * static_cast<float>(row[i]);
  }
}

}  // namespace

bool StaticEmbedder::is_shipped() {
  return !embed_detail::static_weights().empty() || !detail::shipped_file(table_name).empty();
}

StaticEmbedder StaticEmbedder::shipped() {
  return StaticEmbedder(shipped_table().get([] {
    if (const std::string_view bytes = embed_detail::static_weights(); !bytes.empty())
      return std::make_shared<const StaticTable>(
          StaticTable::from_memory(bytes, "the static table that comes with the library"));
    const std::string path = detail::shipped_file(table_name);
    if (path.empty())
      throw Error(ErrorCode::unsupported,
                  "no static table is compiled in, nor is share/sluice/static_128.table installed");
    return std::make_shared<const StaticTable>(StaticTable::open(path));
  }));
}

StaticEmbedder StaticEmbedder::open(const std::string &path) {
  return StaticEmbedder(std::make_shared<const StaticTable>(StaticTable::open(path)));
}

std::size_t StaticEmbedder::dimensions() const noexcept { return table_->dimensions; }
std::uint64_t StaticEmbedder::fingerprint() const noexcept { return table_->file.fingerprint(); }
const WordPiece &StaticEmbedder::tokenizer() const noexcept { return table_->tokenizer; }

void StaticEmbedder::embed(std::span<const std::string_view> texts,
                           std::span<float> vectors) const {
  const std::size_t width = dimensions();
  if (vectors.size() != texts.size() * width) {
    throw Error(ErrorCode::invalid_argument, "the vectors need texts × dimensions numbers");
  }
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const std::span<float> sum = vectors.subspan(t * width, width);
    std::ranges::fill(sum, 0.0F);
    embed_detail::each_spelled_word(table_->tokenizer, texts[t],
                                    [&](std::string_view word, std::span<const std::uint32_t> ids) {
                                      add_word(*table_, word, ids, sum);
                                    });
    embed_detail::make_unit(sum);
  }
}

}  // namespace sluice::inline v0
