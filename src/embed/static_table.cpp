#include "static_table.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sluice/core/hash.hpp"
#include "text/basic_tokens.hpp"

namespace sluice::inline v0::embed_detail {
namespace {

constexpr FourCc table_kind = {'S', 'T', 'A', 'B'};
constexpr FourCc pieces_section = {'P', 'I', 'E', 'C'};
constexpr FourCc rows_section = {'R', 'O', 'W', 'S'};
constexpr FourCc scales_section = {'S', 'C', 'A', 'L'};

bool is_mark(std::string_view word) {
  const auto first = static_cast<unsigned char>(word.front());
  const bool letter = (first | 0x20) >= 'a' && (first | 0x20) <= 'z';
  const bool digit = first >= '0' && first <= '9';
  return first < 0x80 && !letter && !digit;
}

}  // namespace

StaticTable::StaticTable(SegmentFile from)
    : file(std::move(from)),
      tokenizer(WordPiece::from_vocab(file.section(pieces_section), "the table's pieces")),
      dimensions(0),
      rows(file.records<std::int8_t>(rows_section)),
      scales(file.records<float>(scales_section)) {
  if (scales.size() != tokenizer.size()) file.fail("has different numbers of scales and pieces");
  if (rows.empty() || rows.size() % scales.size() != 0) file.fail("has rows of invalid size");
  dimensions = rows.size() / scales.size();
  // With this bound, no sum of rows overflows.
  if (!std::ranges::all_of(scales, [](float scale) { return scale >= 0 && scale <= 1e20F; })) {
    file.fail("has a scale that is not in [0, 1e20]");
  }
}

StaticTable StaticTable::open(const std::string &path) {
  return StaticTable(SegmentFile(path, table_kind));
}

StaticTable StaticTable::from_memory(std::string_view bytes, std::string name) {
  return StaticTable(SegmentFile(bytes, std::move(name), table_kind));
}

void each_spelled_word(
    const WordPiece &tokenizer, std::string_view text,
    function_ref<void(std::string_view word, std::span<const std::uint32_t> ids)> visit) {
  std::vector<std::uint32_t> ids;
  each_basic_token(text, [&](std::string_view word) {
    if (is_mark(word)) return;
    ids.clear();
    tokenizer.encode_word(word, ids);
    visit(word, ids);
  });
}

std::string static_table_bytes(std::string_view pieces, std::span<const std::int8_t> rows,
                               std::span<const float> scales) {
  const auto bytes_of = [](auto numbers) {
    return std::string_view(reinterpret_cast<const char *>(numbers.data()), numbers.size_bytes());
  };
  const std::uint64_t fingerprint =
      Fingerprint().add(pieces).add(bytes_of(rows)).add(bytes_of(scales)).value();
  SegmentWriter writer(table_kind, fingerprint);
  writer.add(pieces_section, pieces);
  writer.add(scales_section, scales);
  writer.add(rows_section, rows);
  return writer.bytes();
}

}  // namespace sluice::inline v0::embed_detail
