#ifndef SLUICE_ROUTE_MEANING_VECTORS_HPP
#define SLUICE_ROUTE_MEANING_VECTORS_HPP

/// The vectors that routing compares questions with, computed once for a catalog.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/hnsw_graph.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

class SchemaWords;

/// The text by which a table is embedded: "name : column, column", its visible columns by readable
/// names.
std::string table_text(const Catalog &catalog, TableId table, const Mask *mask);
/// The text by which a column is embedded: "table column", in readable names.
std::string column_text(const Catalog &catalog, ColumnId column);

/// The second text by which the ranker embeds a table: "database table", in readable names.
std::string qualified_text(const Catalog &catalog, TableId table);
/// The text by which the ranker embeds a database with an encoder: "name : table column column,
/// table column", the visible objects by readable names. An encoder truncates long texts.
std::string database_text(const Catalog &catalog, DatabaseId database, const Mask *mask);

/// The embedder of single words that goes with an embedder of sentences: the static table if the
/// build has it, otherwise `sentences`.
AnyEmbedder word_embedder(const AnyEmbedder &sentences);

/// Immutable. Thread-safe. Cheap to copy.
struct MeaningVectors {
  /// Version of the texts above. Vectors of another version are useless.
  static constexpr unsigned form = 1;

  std::uint64_t sentences = 0;     ///< Fingerprint of the embedder of tables and columns.
  QuantizedRows tables{1};         ///< By TableId.
  QuantizedRows columns{1};        ///< By ColumnId.
  std::uint64_t single_words = 0;  ///< Fingerprint of the embedder of words.
  QuantizedRows words{1};          ///< By SchemaWordId.
  /// Graphs over the rows of tables and of columns; nullopt: questions are compared with all rows.
  std::optional<HnswGraph> table_graph = std::nullopt;
  std::optional<HnswGraph> column_graph = std::nullopt;
  /// Further vectors that the trained ranker needs, by the embedder of sentences. If empty, the
  /// ranker computes them when it is constructed.
  QuantizedRows qualified{1};  ///< By TableId.
  QuantizedRows databases{1};  ///< By DatabaseId.
  QuantizedRows stems{1};      ///< By RankerSchema's number of the stem.
};

/// Vectors of another catalog, such as the one before a change. Rows with the same text and
/// embedder are reused instead of embedded.
struct KnownMeanings {
  std::shared_ptr<const Catalog> catalog;
  const MeaningVectors &vectors;
};

/// Builds the graphs over tables and over columns, if there are at least `graph_from` of them, or
/// takes those of `known` vectors whose rows are the same; nullptr: none are known. The result is
/// the same either way, and does not depend on the number of threads. Throws Error(cancelled).
void link_meanings(MeaningVectors &vectors, std::size_t graph_from, const MeaningVectors *known,
                   std::size_t threads = 1, const Progress &progress = {});

/// One row per word, by SchemaWordId. Threads and errors as for embed_meanings.
QuantizedRows embed_words(const SchemaWords &words, const AnyEmbedder &model,
                          std::size_t threads = 1, const Progress &progress = {});

/// Embeds in batches on at most `threads` threads; the result does not depend on their number.
/// Throws Error(cancelled), and as the embedders do. O(text).
MeaningVectors embed_meanings(const Catalog &catalog, const SchemaWords &words,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              std::size_t threads = 1, const Progress &progress = {});

/// The same, reusing `known` vectors; nullptr means none. With `ranker`, also the further vectors
/// of the trained ranker, equal to those of RankerSchema::complete. Also throws Error(malformed) if
/// the known vectors come from a damaged file.
MeaningVectors embed_meanings(const std::shared_ptr<const Catalog> &catalog,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              bool ranker, const KnownMeanings *known, std::size_t threads = 1,
                              const Progress &progress = {});

/// Throws Error(mismatch) if the vectors of tables and columns were made by another embedder or of
/// another catalog.
void check_sentences(const MeaningVectors &vectors, const Catalog &catalog,
                     const AnyEmbedder &sentences);
/// Throws Error(mismatch) if the vectors were made by other embedders, or their numbers differ from
/// those of tables, columns and words.
void check_meanings(const MeaningVectors &vectors, const Catalog &catalog, const SchemaWords &words,
                    const AnyEmbedder &sentences, const AnyEmbedder &single_words);

}  // namespace sluice::inline v0

#endif
