#include "sentence_vectors.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::detail {
namespace {

/// What a row is made from.
enum class RowSource { hidden, known, anew };

/// `text_of(i)` is asked for only where the row is made anew. Equal texts are embedded once.
QuantisedIndex rows_of(std::size_t count, const AnyEmbedder &model, const QuantisedRows *known,
                       bool everything, function_ref<RowSource(std::size_t)> source_of,
                       function_ref<std::string(std::size_t)> text_of) {
  if (known != nullptr && everything) return QuantisedIndex(*known);
  constexpr std::uint32_t from_known = UINT32_MAX;
  std::unordered_map<std::string, std::uint32_t> place_of;
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    const RowSource source = source_of(i);
    if (source == RowSource::known && known != nullptr) {
      places[i] = from_known;
      continue;
    }
    const auto [at, is_new] =
        place_of.try_emplace(source == RowSource::hidden ? std::string() : text_of(i),
                             static_cast<std::uint32_t>(texts.size()));
    if (is_new) texts.push_back(at->first);
    places[i] = at->second;
  }
  const QuantisedRows made = quantise_rows(
      texts.size(), model.dimensions(), [&](std::size_t first, std::span<float> vectors) {
        model.embed(std::span(texts).subspan(first, vectors.size() / model.dimensions()), vectors);
      });
  RowQuantiser rows(model.dimensions());
  std::vector<std::uint32_t> run;  // of one source
  for (std::size_t i = 0; i < count;) {
    const bool is_known = places[i] == from_known;
    run.clear();
    for (; i < count && (places[i] == from_known) == is_known; ++i)
      run.push_back(is_known ? static_cast<std::uint32_t>(i) : places[i]);
    rows.add(is_known ? *known : made, run);
  }
  return QuantisedIndex(rows.finish());
}

}  // namespace

SentenceVectors::SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, const Mask *mask,
                                 const KnownSentences &known)
    : model(std::move(embedder)),
      tables({}, model.dimensions()),
      qualified(tables),
      columns(tables) {
  const auto is_whole = [&](TableId table) {
    for (const ColumnId column : catalog.columns(table)) {
      if (!visible(mask, column)) return false;
    }
    return true;
  };
  const auto if_visible = [mask](auto id) {
    return visible(mask, id) ? RowSource::known : RowSource::hidden;
  };
  const bool everything = mask == nullptr;
  tables = rows_of(
      catalog.table_count(), model, known.tables, everything,
      [&](std::size_t i) {
        const TableId table(i);
        if (!visible(mask, table)) return RowSource::hidden;
        return is_whole(table) ? RowSource::known : RowSource::anew;
      },
      [&](std::size_t i) { return table_text(catalog, TableId(i), mask); });
  qualified = rows_of(
      catalog.table_count(), model, known.qualified, everything,
      [&](std::size_t i) { return if_visible(TableId(i)); },
      [&](std::size_t i) { return qualified_text(catalog, TableId(i)); });
  columns = rows_of(
      catalog.column_count(), model, known.columns, everything,
      [&](std::size_t i) { return if_visible(ColumnId(i)); },
      [&](std::size_t i) { return column_text(catalog, ColumnId(i)); });
}

}  // namespace sluice::detail
