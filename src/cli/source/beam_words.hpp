#ifndef SLUICE_SRC_CLI_SOURCE_BEAM_WORDS_HPP
#define SLUICE_SRC_CLI_SOURCE_BEAM_WORDS_HPP

/// The word vectors that a beam router is trained and used with.

#include <string>

#include "sluice/beam/beam_router.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"

namespace sluice::cli {

/// The named embedder. An empty name means the static table, or hashed letters if the build has
/// none.
inline AnyEmbedder beam_words(const std::string &name) {
  if (!name.empty()) return open_embedder(name);
  const auto usual = default_embedder();
  return usual ? *usual : AnyEmbedder(HashedEmbedder());
}

}  // namespace sluice::cli

#endif
