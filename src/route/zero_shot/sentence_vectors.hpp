#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_VECTORS_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_VECTORS_HPP

/// Vectors of a catalog's tables and columns as short sentences, quantized to 8 bits.

#include <cstdint>

#include "index/row_pieces.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::route_detail {

/// Known rows of the whole catalog by the same model; nullptr if not known.
struct KnownSentences {
  const QuantizedRows *tables = nullptr;
  const QuantizedRows *qualified = nullptr;
  const QuantizedRows *columns = nullptr;
  const QuantizedRows *databases = nullptr;
};

/// What is embedded.
enum class SentencesOf : std::uint8_t {
  tables,     ///< Tables and columns.
  databases,  ///< Tables, columns and databases: an encoder benefits from a whole list of tables.
};

struct SentenceVectors;

/// A copy of all rows of some vectors, each set contiguous.
class WholeSentences {
 public:
  explicit WholeSentences(const SentenceVectors &vectors);
  KnownSentences known() const { return {&tables_, &qualified_, &columns_, &databases_}; }

 private:
  QuantizedRows tables_, qualified_, columns_, databases_;
};

/// Rows by id. Rows of hidden objects are zero.
struct SentenceVectors {
  /// Known rows of fully visible objects are not embedded again; without a mask they are not even
  /// copied.
  SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, SentencesOf of, const Mask *mask,
                  const KnownSentences &known = {});

  /// The vectors of `catalog`, given all vectors of `old`: only changed databases are embedded.
  SentenceVectors(const SentenceVectors &before, const Catalog &old, const Catalog &catalog);

  AnyEmbedder model;
  SentencesOf of;
  index_detail::RowPieces tables;     ///< "name : column, column".
  index_detail::RowPieces qualified;  ///< "database table".
  index_detail::RowPieces columns;    ///< "table column".
  index_detail::RowPieces databases;  ///< "name : table column, table column"; may be empty.
};

}  // namespace sluice::inline v0::route_detail

#endif
