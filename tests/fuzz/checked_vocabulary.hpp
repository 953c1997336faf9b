#ifndef SLUICE_TESTS_FUZZ_CHECKED_VOCABULARY_HPP
#define SLUICE_TESTS_FUZZ_CHECKED_VOCABULARY_HPP

/// Checks for every accepted vocabulary.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/wordpiece.hpp"

namespace sluice::fuzz {

/// Checks that each piece has its id, that a list of the pieces gives the same vocabulary, and that
/// `text` is tokenized into valid ids.
inline void check_vocabulary(const WordPiece &pieces, std::string_view text) {
  std::string lines;
  for (std::uint32_t id = 0; id < pieces.size(); ++id) {
    if (pieces.find(pieces.piece(id)) != id) std::abort();
    lines += std::string(pieces.piece(id)) + '\n';
  }
  if (WordPiece::from_vocab(lines, "again").fingerprint() != pieces.fingerprint()) std::abort();
  std::vector<std::uint32_t> ids;
  pieces.encode(text, ids);
  pieces.encode("how many singers' names, 2014 [SEP] [MASK]", ids);
  for (const std::uint32_t id : ids) {
    if (id >= pieces.size()) std::abort();
  }
}

}  // namespace sluice::fuzz

#endif
