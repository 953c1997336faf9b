#ifndef SLUICE_SRC_ROUTE_SENTENCE_VECTORS_HPP
#define SLUICE_SRC_ROUTE_SENTENCE_VECTORS_HPP

/// Vectors of a catalog's tables and columns as short sentences, in 8 bits.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/quantised_index.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::detail {

/// Rows by id; those of hidden objects are zero.
struct SentenceVectors {
  /// Rows of texts that `known` (by the same model) has are taken from there.
  SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, const Mask *mask,
                  const SentenceVectors *known = nullptr);

  struct Rows {
    QuantisedIndex vectors;
    std::unordered_map<std::string, std::uint32_t> by_text;
  };

  AnyEmbedder model;
  Rows tables;     ///< "name : column, column".
  Rows qualified;  ///< "database table".
  Rows columns;    ///< "table column".
};

}  // namespace sluice::detail

#endif
