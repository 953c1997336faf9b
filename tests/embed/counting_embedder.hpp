#ifndef SLUICE_TESTS_EMBED_COUNTING_EMBEDDER_HPP
#define SLUICE_TESTS_EMBED_COUNTING_EMBEDDER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "sluice/embed/hashed_embedder.hpp"

namespace sluice::test {

/// Counts the texts that it embeds.
struct CountingEmbedder {
  std::shared_ptr<std::atomic<std::size_t>> texts = std::make_shared<std::atomic<std::size_t>>();
  HashedEmbedder model{32};

  std::size_t dimensions() const { return model.dimensions(); }
  std::uint64_t fingerprint() const { return model.fingerprint(); }
  void embed(std::span<const std::string_view> given, std::span<float> vectors) const {
    *texts += given.size();
    model.embed(given, vectors);
  }
};

}  // namespace sluice::test

#endif
