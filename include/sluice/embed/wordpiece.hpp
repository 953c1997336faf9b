#ifndef SLUICE_EMBED_WORDPIECE_HPP
#define SLUICE_EMBED_WORDPIECE_HPP

/// The tokenizer of BERT and MPNet: splits words into the longest pieces in a vocabulary.
/// Source: Devlin et al. 2019; the greedy longest match of BERT's WordpieceTokenizer.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A vocabulary and its tokenizer. Immutable. Thread-safe.
///
/// As in BERT, the words [PAD], [UNK], [CLS], [SEP] and [MASK] in a text become the control tokens
/// of that name. A vocabulary with <s> and </s> has the control tokens of MPNet instead, and these
/// two mark the start and end of a text.
class WordPiece {
 public:
  /// Parses one piece per line; its id is the line number, counted from 0. Throws Error: malformed
  /// (a duplicate piece, no [UNK], not UTF-8, more than 2^20 pieces), limit_exceeded (more than 16
  /// MB). `source` names the text in errors.
  static WordPiece from_vocab(std::string_view text, const std::string &source);
  /// Parses a tokenizer.json with a WordPiece model and BERT's lower-case normalizer. Ignores its
  /// truncation and padding settings. Throws Error: malformed, unsupported (another kind of
  /// tokenizer).
  static WordPiece from_tokenizer_json(std::string_view json, const std::string &source);
  /// Reads tokenizer.json or else vocab.txt in a folder. Throws Error: not_found, and as above.
  static WordPiece load(const std::string &folder);

  /// Appends the ids of the text's pieces; with `frame`, adds the start and end tokens. A word of
  /// more than 100 characters, or one that the pieces cannot spell, becomes one [UNK]. O(bytes ×
  /// longest piece).
  void encode(std::string_view text, std::vector<std::uint32_t> &ids, bool frame = false) const;

  /// Appends the ids of one word's pieces. The word must be as each_basic_token returns it.
  void encode_word(std::string_view word, std::vector<std::uint32_t> &ids) const;

  std::size_t size() const noexcept { return offsets_.size() - 1; }
  std::string_view piece(std::uint32_t id) const noexcept {
    return std::string_view(text_).substr(offsets_[id], offsets_[id + 1] - offsets_[id]);
  }
  std::uint32_t unknown() const noexcept { return unknown_; }
  /// Throws Error(unsupported) if the vocabulary has no such piece.
  std::uint32_t start() const;
  std::uint32_t separator() const;

  /// The id of a piece as the vocabulary writes it ("##ing"), or `none`.
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

  std::string text_;                    // all pieces, concatenated
  std::vector<std::uint32_t> offsets_;  // by id, with an end entry
  std::vector<std::uint32_t> slots_;    // open addressing: id + 1, or 0
  std::size_t longest_ = 0;             // maximum bytes of a piece, without its "##"
  bool is_mpnet_ = false;
  std::uint32_t unknown_ = none;
  std::uint32_t start_ = none;
  std::uint32_t separator_ = none;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace sluice::inline v0

#endif
