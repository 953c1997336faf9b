#ifndef SLUICE_SRC_ROUTE_SENTENCE_VECTORS_HPP
#define SLUICE_SRC_ROUTE_SENTENCE_VECTORS_HPP

/// Vectors of a catalog's tables and columns as short sentences, in 8 bits.

#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/quantised_index.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::detail {

/// Rows that are there already: of the whole catalog by the same model, or none.
struct KnownSentences {
  const QuantisedRows *tables = nullptr;
  const QuantisedRows *qualified = nullptr;
  const QuantisedRows *columns = nullptr;
};

/// Rows by id; those of hidden objects are zero.
struct SentenceVectors {
  /// What is known and as a whole visible is not embedded; without a mask it is not even copied.
  SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, const Mask *mask,
                  const KnownSentences &known = {});

  KnownSentences rows() const { return {&tables.rows(), &qualified.rows(), &columns.rows()}; }

  AnyEmbedder model;
  QuantisedIndex tables;     ///< "name : column, column".
  QuantisedIndex qualified;  ///< "database table".
  QuantisedIndex columns;    ///< "table column".
};

}  // namespace sluice::detail

#endif
