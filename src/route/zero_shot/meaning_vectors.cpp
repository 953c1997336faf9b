#include "sluice/route/meaning_vectors.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "route/schema_names.hpp"
#include "route/schema_words.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

std::string table_name(const Catalog &catalog, TableId id) {
  return route_detail::spaced_name(catalog.table(id));
}

std::string column_name(const Catalog &catalog, ColumnId id) {
  return route_detail::spaced_name(catalog.column(id));
}

/// `text_of(i)` is the text of row i.
template <class TextOf>
QuantizedRows embed_rows(std::size_t rows, const AnyEmbedder &model, TextOf text_of,
                         std::size_t threads, const Progress &progress, std::string_view stage) {
  const auto write = [&](std::size_t first, std::span<float> vectors) {
    std::vector<std::string> texts(vectors.size() / model.dimensions());
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = text_of(first + i);
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    model.embed(views, vectors);
  };
  return quantize_rows(rows, model.dimensions(), write, threads, progress, stage);
}

void check_embedder(std::uint64_t made_by, const AnyEmbedder &model) {
  if (made_by == model.fingerprint()) return;
  throw Error(ErrorCode::mismatch,
              fmt::format("the index has vectors of another embedder (fingerprint {:016x}, "
                          "expected {:016x}); use the one that it was made with, or index again",
                          made_by, model.fingerprint()));
}

void check_number(const QuantizedRows &rows, std::size_t expected, std::string_view what) {
  if (rows.size() == expected) return;
  throw Error(ErrorCode::mismatch,
              fmt::format("the index has vectors of {} {}, the catalog has {}; index again",
                          rows.size(), what, expected));
}

}  // namespace

std::string table_text(const Catalog &catalog, TableId table, const Mask *mask) {
  std::string text = table_name(catalog, table) + " :";
  bool first = true;
  for (const ColumnId column : catalog.columns(table)) {
    if (!visible(mask, column)) continue;
    text += (first ? " " : ", ") + column_name(catalog, column);
    first = false;
  }
  return text;
}

std::string column_text(const Catalog &catalog, ColumnId column) {
  return table_name(catalog, catalog.table_of(column)) + ' ' + column_name(catalog, column);
}

std::string qualified_text(const Catalog &catalog, TableId table) {
  return spaced_words(catalog.database(catalog.database_of(table)).name()) + ' ' +
         table_name(catalog, table);
}

std::string database_text(const Catalog &catalog, DatabaseId database, const Mask *mask) {
  std::string text = spaced_words(catalog.database(database).name()) + " :";
  bool first = true;
  for (const TableId table : catalog.tables(database)) {
    if (!visible(mask, table)) continue;
    text += (first ? " " : ", ") + table_name(catalog, table);
    for (const ColumnId column : catalog.columns(table)) {
      if (visible(mask, column)) text += ' ' + column_name(catalog, column);
    }
    first = false;
  }
  return text;
}

AnyEmbedder word_embedder(const AnyEmbedder &sentences) {
  return StaticEmbedder::is_shipped() ? AnyEmbedder(StaticEmbedder::shipped()) : sentences;
}

QuantizedRows embed_words(const SchemaWords &words, const AnyEmbedder &model, std::size_t threads,
                          const Progress &progress) {
  return embed_rows(
      words.size(), model, [&](std::size_t i) { return std::string(words.word(SchemaWordId(i))); },
      threads, progress, "embedding words");
}

MeaningVectors embed_meanings(const Catalog &catalog, const SchemaWords &words,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              std::size_t threads, const Progress &progress) {
  MeaningVectors made;
  made.sentences = sentences.fingerprint();
  made.single_words = single_words.fingerprint();
  made.tables = embed_rows(
      catalog.table_count(), sentences,
      [&](std::size_t i) { return table_text(catalog, TableId(i), nullptr); }, threads, progress,
      "embedding tables");
  made.columns = embed_rows(
      catalog.column_count(), sentences,
      [&](std::size_t i) { return column_text(catalog, ColumnId(i)); }, threads, progress,
      "embedding columns");
  made.words = embed_words(words, single_words, threads, progress);
  return made;
}

void check_sentences(const MeaningVectors &vectors, const Catalog &catalog,
                     const AnyEmbedder &sentences) {
  check_embedder(vectors.sentences, sentences);
  check_number(vectors.tables, catalog.table_count(), "tables");
  check_number(vectors.columns, catalog.column_count(), "columns");
}

void check_meanings(const MeaningVectors &vectors, const Catalog &catalog, const SchemaWords &words,
                    const AnyEmbedder &sentences, const AnyEmbedder &single_words) {
  check_sentences(vectors, catalog, sentences);
  check_embedder(vectors.single_words, single_words);
  check_number(vectors.words, words.size(), "words");
}

}  // namespace sluice::inline v0
