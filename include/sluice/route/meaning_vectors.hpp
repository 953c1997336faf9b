#ifndef SLUICE_ROUTE_MEANING_VECTORS_HPP
#define SLUICE_ROUTE_MEANING_VECTORS_HPP

/// The vectors that routing compares questions with, made once for a catalog.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

class SchemaWords;

/// A table as it is embedded: "name : column, column", in readable names, of its visible columns.
std::string table_text(const Catalog &catalog, TableId table, const Mask *mask);
/// A column as it is embedded: "table column", in readable names.
std::string column_text(const Catalog &catalog, ColumnId column);

/// A table as the ranker embeds it beside that: "database table", in readable names.
std::string qualified_text(const Catalog &catalog, TableId table);
/// A database as the ranker embeds it by an encoder: "name : table column column, table column", in
/// readable names, of what is visible. An encoder cuts the end of what is long.
std::string database_text(const Catalog &catalog, DatabaseId database, const Mask *mask);

/// What embeds single words where sentences are embedded by `sentences`: the static table where the
/// build has it, else the same.
AnyEmbedder word_embedder(const AnyEmbedder &sentences);

/// Immutable, cheap to copy; any threads at once.
struct MeaningVectors {
  /// Changes with the texts above: vectors of another form are of no use.
  static constexpr unsigned form = 1;

  std::uint64_t sentences = 0;     ///< Fingerprint of what embedded tables and columns.
  QuantizedRows tables{1};         ///< By TableId.
  QuantizedRows columns{1};        ///< By ColumnId.
  std::uint64_t single_words = 0;  ///< Fingerprint of what embedded words.
  QuantizedRows words{1};          ///< By SchemaWordId.
  /// What the trained ranker embeds by `sentences` beside tables and columns; none: it does so when
  /// it is made.
  QuantizedRows qualified{1};  ///< By TableId.
  QuantizedRows databases{1};  ///< By DatabaseId.
  QuantizedRows stems{1};      ///< By the stems that RankerSchema numbers.
};

/// Vectors of another catalog, such as the one before a change: rows of the same texts by the same
/// embedder are taken from there, not embedded.
struct KnownMeanings {
  std::shared_ptr<const Catalog> catalog;
  const MeaningVectors &vectors;
};

/// A row a word, by SchemaWordId; as `embed_meanings` does it.
QuantizedRows embed_words(const SchemaWords &words, const AnyEmbedder &model,
                          std::size_t threads = 1, const Progress &progress = {});

/// Embeds in parts, on at most `threads` threads, whose number changes nothing. Throws
/// Error(cancelled), and what the embedders throw. O(text).
MeaningVectors embed_meanings(const Catalog &catalog, const SchemaWords &words,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              std::size_t threads = 1, const Progress &progress = {});

/// The same, with less work. With `ranker`, also what the trained ranker
/// embeds by `sentences` beside tables and columns, as RankerSchema::complete gives it. Throws also
/// Error(malformed) if the known vectors come from a file with damaged bytes.
MeaningVectors embed_meanings(const std::shared_ptr<const Catalog> &catalog,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              bool ranker, const KnownMeanings *known, std::size_t threads = 1,
                              const Progress &progress = {});

/// Throws Error(mismatch) if the vectors of tables and columns are of another embedder or of
/// another catalog.
void check_sentences(const MeaningVectors &vectors, const Catalog &catalog,
                     const AnyEmbedder &sentences);
/// Throws Error(mismatch) if vectors are of other embedders, or not as many as there are tables,
/// columns and words.
void check_meanings(const MeaningVectors &vectors, const Catalog &catalog, const SchemaWords &words,
                    const AnyEmbedder &sentences, const AnyEmbedder &single_words);

}  // namespace sluice::inline v0

#endif
