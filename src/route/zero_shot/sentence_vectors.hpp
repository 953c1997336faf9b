#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_VECTORS_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_VECTORS_HPP

/// Vectors of a catalog's tables and columns as short sentences, in 8 bits.

#include <cstdint>

#include "index/row_pieces.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::detail {

/// Rows that are there already: of the whole catalog by the same model, or none.
struct KnownSentences {
  const QuantizedRows *tables = nullptr;
  const QuantizedRows *qualified = nullptr;
  const QuantizedRows *columns = nullptr;
  const QuantizedRows *databases = nullptr;
};

/// What is embedded beside tables and columns.
enum class SentencesOf : std::uint8_t {
  tables,
  databases,  ///< These, too: an encoder reads more in a list of tables than each of them says.
};

struct SentenceVectors;

/// All rows of some vectors, each set behind each other.
class WholeSentences {
 public:
  explicit WholeSentences(const SentenceVectors &vectors);
  KnownSentences known() const { return {&tables_, &qualified_, &columns_, &databases_}; }

 private:
  QuantizedRows tables_, qualified_, columns_, databases_;
};

/// Rows by id; those of hidden objects are zero.
struct SentenceVectors {
  /// What is known and as a whole visible is not embedded; without a mask it is not even copied.
  SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, SentencesOf of, const Mask *mask,
                  const KnownSentences &known = {});

  /// Those of another catalog than `old`, of which `before` are all: only what is new is embedded.
  SentenceVectors(const SentenceVectors &before, const Catalog &old, const Catalog &catalog);

  AnyEmbedder model;
  SentencesOf of;
  RowPieces tables;     ///< "name : column, column".
  RowPieces qualified;  ///< "database table".
  RowPieces columns;    ///< "table column".
  RowPieces databases;  ///< "name : table column, table column"; or none.
};

}  // namespace sluice::inline v0::detail

#endif
