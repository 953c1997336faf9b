#ifndef SLUICE_TRAIN_DISTILL_HPP
#define SLUICE_TRAIN_DISTILL_HPP

/// Distills an encoder into the table of a StaticEmbedder.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/embed/encoder.hpp"

namespace sluice::inline v0 {

struct EncoderDistillOptions {
  /// In [1, the encoder's width].
  std::size_t dimensions = 128;
  /// The constant a of the weight a / (a + p), where p is a piece's frequency; above 0.
  double smoothing = 1e-5;
  /// Texts that rows are fitted to: many short texts of all kinds, such as those of a dictionary
  /// (see wordnet_texts). If empty, rows depend on the pieces alone.
  std::vector<std::string> texts = {};
  /// Words of ASCII letters, most frequent first (see frequent_words). Those that the vocabulary
  /// splits into pieces get their own row, since "in" and "voice" say little about an invoice.
  std::vector<std::string> words = {};
  std::size_t threads = 1;  ///< At least 1. The result does not depend on it.
};

/// Writes a table to `path`, with a row for every piece of ASCII letters and digits and for every
/// word. A row is computed in these steps: encode the piece or word alone and take the mean of its
/// states; center it (words separately from pieces); project it onto the principal components of
/// the pieces; divide each component by the square root of its size (half whitening); weight it by
/// smooth inverse frequency, with Zipf frequencies from the order of the vocabulary followed by the
/// words; round to 8 bits. With texts, the rows are fitted before rounding, so that the sum of a
/// text's rows points in the direction of the encoder's vector of the text, centered and projected
/// in the same way. Words of one text so share its meaning.
///
/// All processors with AVX2 write the same bytes; others write different bytes, four times slower.
/// With two threads and all-MiniLM-L6-v2, WordNet and a glossary of 100,000 meanings take 12
/// minutes. Throws Error(invalid_argument), for example for a word that is not of lower-case ASCII
/// letters; Error(unsupported) if the vocabulary lacks "the", which marks where whole words begin;
/// Error(io); Error(cancelled).
void distill(const Encoder &encoder, const std::string &path,
             const EncoderDistillOptions &options = {}, const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
