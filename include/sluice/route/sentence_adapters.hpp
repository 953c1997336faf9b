#ifndef SLUICE_ROUTE_SENTENCE_ADAPTERS_HPP
#define SLUICE_ROUTE_SENTENCE_ADAPTERS_HPP

#include "sluice/learn/linear_adapter.hpp"

namespace sluice::inline v0 {

/// What the vector of a question as a sentence goes through before it is compared with those of
/// tables and of columns, which stay as they are.
struct SentenceAdapters {
  struct Pair {
    LinearAdapter tables, columns;
  };
  Pair words;      ///< Of vectors by RankerEmbedders::words.
  Pair sentences;  ///< By RankerEmbedders::sentences.
};

}  // namespace sluice::inline v0

#endif
