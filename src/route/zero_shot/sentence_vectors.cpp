#include "sentence_vectors.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/catalog_delta.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Where a row comes from.
enum class RowSource { hidden, known, embedded };

/// `text_of(i)` is called only for rows to embed. Equal texts are embedded once.
index_detail::RowPieces rows_of(std::size_t count, const AnyEmbedder &model,
                                const QuantizedRows *known, bool everything,
                                function_ref<RowSource(std::size_t)> source_of,
                                function_ref<std::string(std::size_t)> text_of) {
  if (known != nullptr && everything) return index_detail::RowPieces(*known);
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
  const QuantizedRows made = quantize_rows(
      texts.size(), model.dimensions(), [&](std::size_t first, std::span<float> vectors) {
        model.embed(std::span(texts).subspan(first, vectors.size() / model.dimensions()), vectors);
      });
  RowQuantizer rows(model.dimensions());
  std::vector<std::uint32_t> run;  // of rows from one source
  for (std::size_t i = 0; i < count;) {
    const bool is_known = places[i] == from_known;
    run.clear();
    for (; i < count && (places[i] == from_known) == is_known; ++i)
      run.push_back(is_known ? static_cast<std::uint32_t>(i) : places[i]);
    rows.add(is_known ? *known : made, run);
  }
  return index_detail::RowPieces(rows.finish());
}

}  // namespace

SentenceVectors::SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, SentencesOf what,
                                 const Mask *mask, const KnownSentences &known)
    : model(std::move(embedder)),
      of(what),
      tables(model.dimensions()),
      qualified(tables),
      columns(tables),
      databases(tables) {
  const auto is_whole = [&](TableId table) {
    for (const ColumnId column : catalog.columns(table)) {
      if (!visible(mask, column)) return false;
    }
    return true;
  };
  const auto if_visible = [mask](auto id) {
    return visible(mask, id) ? RowSource::known : RowSource::hidden;
  };
  const auto of_database = [&](DatabaseId database) {
    if (!visible(mask, database)) return RowSource::hidden;
    for (const TableId table : catalog.tables(database)) {
      if (!visible(mask, table) || !is_whole(table)) return RowSource::embedded;
    }
    return RowSource::known;
  };
  const bool everything = mask == nullptr;
  tables = rows_of(
      catalog.table_count(), model, known.tables, everything,
      [&](std::size_t i) {
        const TableId table(i);
        if (!visible(mask, table)) return RowSource::hidden;
        return is_whole(table) ? RowSource::known : RowSource::embedded;
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
  if (of != SentencesOf::databases) return;
  databases = rows_of(
      catalog.database_count(), model, known.databases, everything,
      [&](std::size_t i) { return of_database(DatabaseId(i)); },
      [&](std::size_t i) { return database_text(catalog, DatabaseId(i), mask); });
}

WholeSentences::WholeSentences(const SentenceVectors &vectors)
    : tables_(vectors.tables.rows()),
      qualified_(vectors.qualified.rows()),
      columns_(vectors.columns.rows()),
      databases_(vectors.databases.rows()) {}

SentenceVectors::SentenceVectors(const SentenceVectors &before, const Catalog &old,
                                 const Catalog &catalog)
    : model(before.model),
      of(before.of),
      tables(model.dimensions()),
      qualified(tables),
      columns(tables),
      databases(tables) {
  const std::vector<std::optional<DatabaseId>> kept = kept_databases(old, catalog);
  const auto embed = [this](auto ids, auto text_of) {
    return rows_of(
        ids.size(), model, nullptr, true, [](std::size_t) { return RowSource::embedded; },
        [&](std::size_t i) { return text_of(ids[i]); });
  };
  const auto append = [](index_detail::RowPieces &to, const index_detail::RowPieces &from) {
    to.append(from, 0, from.size());
  };
  for (std::size_t d = 0; d < kept.size();) {
    if (!kept[d]) {
      const auto of_tables = catalog.tables(DatabaseId(d));
      append(tables,
             embed(of_tables, [&](TableId id) { return table_text(catalog, id, nullptr); }));
      append(qualified, embed(of_tables, [&](TableId id) { return qualified_text(catalog, id); }));
      append(columns, embed(catalog.columns(DatabaseId(d)),
                            [&](ColumnId id) { return column_text(catalog, id); }));
      if (of == SentencesOf::databases) {
        append(databases, embed(IdRange<DatabaseId>(d, d + 1), [&](DatabaseId id) {
                 return database_text(catalog, id, nullptr);
               }));
      }
      ++d;
      continue;
    }
    // Runs of databases that are still consecutive are copied together.
    const DatabaseId first = *kept[d];
    std::size_t count = 0;
    while (d < kept.size() && kept[d] && kept[d]->index() == first.index() + count) ++d, ++count;
    const DatabaseId last(first.index() + count - 1);
    const auto append_range = [](index_detail::RowPieces &to, const index_detail::RowPieces &from,
                                 auto of_first, auto of_last) {
      const std::size_t begin = of_first[0].index();
      to.append(from, begin, of_last[0].index() + of_last.size() - begin);
    };
    append_range(tables, before.tables, old.tables(first), old.tables(last));
    append_range(qualified, before.qualified, old.tables(first), old.tables(last));
    append_range(columns, before.columns, old.columns(first), old.columns(last));
    if (of == SentencesOf::databases) databases.append(before.databases, first.index(), count);
  }
}

}  // namespace sluice::inline v0::route_detail
