#ifndef SLUICE_EMBED_WORDPIECE_HPP
#define SLUICE_EMBED_WORDPIECE_HPP

/// BERT's and MPNet's tokenizer: words cut into the longest pieces that a vocabulary has.
/// Source: Devlin et al. 2019; the greedy longest match of its WordpieceTokenizer.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// A vocabulary and its rule. Immutable; any threads at once.
///
/// As in BERT, the words [PAD], [UNK], [CLS], [SEP] and [MASK] inside a text are the control tokens
/// that they name; in a vocabulary with <s> and </s>, which then frame a text, those of MPNet.
class WordPiece {
 public:
  /// One piece a line, its id the line's number from 0. Throws Error: malformed (a piece twice, no
  /// [UNK], not UTF-8, more than 2^20 pieces), limit_exceeded (more than 16 MB). `source` names the
  /// text in errors.
  static WordPiece from_vocab(std::string_view text, const std::string &source);
  /// A tokenizer.json with a WordPiece model and BERT's lower-case normalizer. Truncation and
  /// padding in it are ignored. Throws Error: malformed, unsupported (another kind of tokenizer).
  static WordPiece from_tokenizer_json(std::string_view json, const std::string &source);
  /// From a folder's tokenizer.json, else its vocab.txt. Throws Error: not_found and as above.
  static WordPiece load(const std::string &folder);

  /// Appends the ids of the text's pieces; with `frame`, between the pieces that frame it. A word
  /// of more than 100 characters, or one that has no pieces, is one [UNK]. O(bytes × longest
  /// piece).
  void encode(std::string_view text, std::vector<std::uint32_t> &ids, bool frame = false) const;

  /// Appends the ids of one word's pieces; the word as each_basic_token gives it.
  void encode_word(std::string_view word, std::vector<std::uint32_t> &ids) const;

  std::size_t size() const noexcept { return offsets_.size() - 1; }
  std::string_view piece(std::uint32_t id) const noexcept {
    return std::string_view(text_).substr(offsets_[id], offsets_[id + 1] - offsets_[id]);
  }
  std::uint32_t unknown() const noexcept { return unknown_; }
  /// Throws Error(unsupported) where the vocabulary has no such piece.
  std::uint32_t start() const;
  std::uint32_t separator() const;

  /// The id of a piece as the vocabulary spells it ("##ing"), or `none`.
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t find(std::string_view piece) const noexcept;

  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

 private:
  WordPiece(const std::vector<std::string_view> &pieces, const std::string &source);
  struct Control {
    std::uint32_t id = none;
    std::size_t size = 0;
  };
  Control control_at(std::string_view text) const noexcept;
  std::uint32_t find(std::string_view piece, bool continuation) const noexcept;

  std::string text_;                    // pieces, one behind the other
  std::vector<std::uint32_t> offsets_;  // by id, one more at the end
  std::vector<std::uint32_t> slots_;    // open addressing: id + 1, or 0
  std::size_t longest_ = 0;             // bytes of a piece, without its "##"
  bool is_mpnet_ = false;
  std::uint32_t unknown_ = none;
  std::uint32_t start_ = none;
  std::uint32_t separator_ = none;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace sluice

#endif
