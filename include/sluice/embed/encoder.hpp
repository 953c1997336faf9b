#ifndef SLUICE_EMBED_ENCODER_HPP
#define SLUICE_EMBED_ENCODER_HPP

/// A transformer encoder that runs on the CPU and returns sentence vectors or the states of tokens
/// in context.
/// Source: Devlin et al. 2019 (BERT); Song et al. 2020 (MPNet); Reimers and Gurevych 2019 (mean
/// pooling).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/embed/low_rank_update.hpp"
#include "sluice/embed/wordpiece.hpp"

namespace sluice::inline v0 {

namespace embed_detail {
struct EncoderKernels;
struct EncoderModel;
}  // namespace embed_detail

/// How the weights of an encoder are stored in memory.
enum class EncoderPrecision : std::uint8_t {
  float32,  ///< As published.
  int8,     ///< 8 bits with one scale per row; activations also 8 bits, with one scale per token.
};

/// An encoder of the BERT family or of MPNet. Models Embedder. Immutable. Thread-safe; each call
/// allocates its own memory, about 8 kB per token of a batch.
///
/// A text gives bit-identical results alone, in any batch and on any thread. Instruction sets agree
/// on sums of 8-bit products, but round 32-bit floats differently; these are used for everything
/// with float32, and for norms, softmax and GELU with int8. On 238 texts, components differed by at
/// most 2.1e-7 with float32. With int8, where a difference may change a rounded number by one step,
/// "avx2" and "avx512" differed by 3e-8; the cosine between their vectors and those of "plain" was
/// at least .9988.
class Encoder {
 public:
  /// Reads config.json, tokenizer.json (or vocab.txt) and model.safetensors from a folder.
  /// `update`, if given, is added to the weights; with int8 they are then rounded. Throws Error:
  /// not_found, io, malformed (naming the file and the tensor), unsupported (another architecture
  /// or activation), mismatch (the update has a different size).
  static Encoder load(const std::string &folder,
                      EncoderPrecision precision = EncoderPrecision::float32,
                      const LowRankUpdate *update = nullptr);
  /// Opens a file written by `store` and maps its weights into memory. Throws Error: not_found, io,
  /// malformed.
  static Encoder open(const std::string &path);
  /// Writes an int8 encoder to one file in sluice's own format. Throws Error: io, invalid_argument
  /// (float32).
  void store(const std::string &path) const;

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  const WordPiece &tokenizer() const noexcept;
  /// Maximum number of tokens of a text, including the start and end tokens; longer texts are cut.
  std::size_t max_tokens() const noexcept;
  /// The instruction set in use: "avx512", "avx2" or "plain".
  std::string_view kernels() const noexcept;

  /// The token ids of a text as the encoder reads it: with start and end tokens, and cut if it is
  /// too long.
  std::vector<std::uint32_t> tokens(std::string_view text) const;

  /// Writes the mean of all states, scaled to unit length. Throws Error: invalid_argument
  /// (`vectors` has the wrong size), malformed (a state is not finite because the weights are too
  /// large).
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

  /// Calls `visit` once per text with the states of the last layer: one row of dimensions() per
  /// token, in the order of the token ids. Texts are visited in no particular order. The caller
  /// adds the start and end tokens. Throws Error(invalid_argument) unless each text has 1 to
  /// max_tokens() ids of the vocabulary; Error(malformed) as embed does.
  void states(std::span<const std::vector<std::uint32_t>> texts,
              function_ref<void(std::size_t text, std::span<const float> states)> visit) const;

  /// The same encoder on another instruction set, for measurements. Throws Error(unsupported) if
  /// this processor does not support it.
  Encoder on(std::string_view kernels) const;

 private:
  Encoder(std::shared_ptr<const embed_detail::EncoderModel> model,
          const embed_detail::EncoderKernels &kernels)
      : model_(std::move(model)), kernels_(&kernels) {}

  std::shared_ptr<const embed_detail::EncoderModel> model_;
  const embed_detail::EncoderKernels *kernels_;
};

}  // namespace sluice::inline v0

#endif
