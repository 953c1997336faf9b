#ifndef SLUICE_ROUTE_SENTENCE_ADAPTERS_HPP
#define SLUICE_ROUTE_SENTENCE_ADAPTERS_HPP

#include "sluice/learn/linear_adapter.hpp"

namespace sluice::inline v0 {

/// Linear maps of a question's vector, applied before it is compared with the vectors of tables and
/// columns, which are not mapped.
struct SentenceAdapters {
  struct Pair {
    LinearAdapter tables, columns;
  };
  Pair words;      ///< For vectors by RankerEmbedders::words.
  Pair sentences;  ///< For vectors by RankerEmbedders::sentences.
};

}  // namespace sluice::inline v0

#endif
