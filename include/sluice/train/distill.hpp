#ifndef SLUICE_TRAIN_DISTILL_HPP
#define SLUICE_TRAIN_DISTILL_HPP

/// Makes a StaticEmbedder's table out of an encoder.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/embed/encoder.hpp"

namespace sluice {

struct EncoderDistillOptions {
  /// 1 to the encoder's width.
  std::size_t dimensions = 128;
  /// The constant a of the weight a / (a + p), where p is a piece's frequency; above 0.
  double smoothing = 1e-5;
  /// What rows are fitted to: many short texts of all kinds, such as a dictionary's (see
  /// wordnet_texts). None: rows stay what the pieces alone say.
  std::vector<std::string> texts = {};
  /// Of ASCII letters, frequent ones first: those that the vocabulary spells in pieces get a row of
  /// their own, since "in" and "voice" tell little of an invoice (see frequent_words).
  std::vector<std::string> words = {};
  std::size_t threads = 1;  ///< At least 1; they change nothing but the time.
};

/// Writes a table to `path`: every piece of ASCII letters and digits, and every word, alone through
/// the encoder, the mean of its states centered (words among themselves), turned onto the pieces'
/// principal components, each divided by the square root of its size (half whitened), weighted by
/// smooth inverse frequency (frequencies by Zipf from the order of the vocabulary, words behind
/// it), rounded to 8 bits. Before that, where there are texts, rows move until a text's sum points
/// where the encoder has the text, centered and turned alike: words that stand beside others in one
/// text share what it says. Every processor with AVX2 writes the same bytes; those without write
/// others, four times as slowly. On two threads, all-MiniLM-L6-v2 takes 12 minutes to read WordNet
/// and a glossary of 100,000 meanings. Throws Error: invalid_argument (a word of anything but small
/// ASCII letters among others), unsupported (a vocabulary without "the", which marks where whole
/// words begin), io, cancelled.
void distill(const Encoder &encoder, const std::string &path,
             const EncoderDistillOptions &options = {}, const Progress &progress = {});

}  // namespace sluice

#endif
