#ifndef SLUICE_SRC_RETRIEVE_CONTEXTUAL_ENCODER_HPP
#define SLUICE_SRC_RETRIEVE_CONTEXTUAL_ENCODER_HPP

/// Probes that an encoder reads together with their question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.2: the states of the question and a segment
/// in one text, of which only the segment's are averaged.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/embed/encoder.hpp"
#include "sluice/retrieve/probe.hpp"

namespace sluice::inline v0 {

/// Models ProbeEmbedder. As thread-safe as the encoder.
class ContextualEncoder {
 public:
  explicit ContextualEncoder(Encoder encoder) : encoder_(std::move(encoder)) {}

  std::size_t dimensions() const { return encoder_.dimensions(); }
  std::uint64_t fingerprint() const { return encoder_.fingerprint(); }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    encoder_.embed(texts, vectors);
  }
  /// One vector of unit length (or all zero) a probe, row-major, in one batch. A probe that is the
  /// question itself is embedded alone. Where both are too long for the encoder, the question's end
  /// is cut first.
  std::vector<float> probe_vectors(const ProbeSet &probes) const;

 private:
  Encoder encoder_;
};

}  // namespace sluice::inline v0

#endif
