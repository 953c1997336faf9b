#ifndef SLUICE_SRC_RETRIEVE_CONTEXTUAL_ENCODER_HPP
#define SLUICE_SRC_RETRIEVE_CONTEXTUAL_ENCODER_HPP

/// Encodes each probe together with its question. Source: Kothyari et al. 2023 (CRUSH4SQL), section
/// 3.2: question and segment are one input text, and only the segment's states are averaged.

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
  /// One vector per probe, of unit length or all zero, row-major: probes × dimensions. Runs one
  /// batch. A probe that is the question itself is encoded alone. If the two are too long for the
  /// encoder, the end of the question is cut first.
  std::vector<float> probe_vectors(const ProbeSet &probes) const;

 private:
  Encoder encoder_;
};

}  // namespace sluice::inline v0

#endif
