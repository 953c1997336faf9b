#ifndef SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::inline v0::route_detail {

/// A ranker that comes with the library.
struct ShippedRanker {
  std::string_view name;  ///< Name of its file in share/sluice.
  /// Aligned to 64; empty if it is neither compiled in nor in sluice_weights.bin.
  std::string_view bytes;
  /// Fingerprints of the encoder that it uses, as published and in 8 bits; 0 means no encoder.
  std::array<std::uint64_t, 2> encoders{};
};

/// static.ranker for the static table alone, minilm.ranker for the table with all-MiniLM-L6-v2, and
/// mpnet.ranker for the table with all-mpnet-base-v2. They were trained by `sluice train router`
/// (see training/README.md) on Spider's schemas and train questions, the content of 157 of its 166
/// databases (the others have no rows or are not published), and the databases, questions and
/// glossary in training/. The weights of evidence of the first two were also learned from halves of
/// Spider 2.0, SNAILS and SEDE. Throws as `shipped_bytes` does.
std::array<ShippedRanker, 3> ranker_weights();

}  // namespace sluice::inline v0::route_detail

#endif
