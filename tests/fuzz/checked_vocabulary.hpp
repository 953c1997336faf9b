#ifndef SLUICE_TESTS_FUZZ_CHECKED_VOCABULARY_HPP
#define SLUICE_TESTS_FUZZ_CHECKED_VOCABULARY_HPP

/// What has to hold for every vocabulary that was accepted.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/wordpiece.hpp"

namespace sluice::fuzz {

/// Each piece is found under its own id, the same vocabulary comes back from a list of its pieces,
/// and `text` falls into ids that it has.
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
