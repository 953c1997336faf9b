#ifndef SLUICE_EMBED_ENCODER_HPP
#define SLUICE_EMBED_ENCODER_HPP

/// A transformer's encoder, run on the CPU: sentence vectors and the states of words in context.
/// Source: Devlin et al. 2019 (BERT); Song et al. 2020 (MPNet); Reimers and Gurevych 2019 (mean
/// over the states).

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

namespace sluice {

namespace detail {
struct EncoderKernels;
struct EncoderModel;
}  // namespace detail

/// How an encoder's weights are held.
enum class EncoderPrecision : std::uint8_t {
  float32,  ///< As published.
  int8,     ///< 8 bits, a scale a row; activations too, a scale a token.
};

/// An encoder of the BERT family or of MPNet. Models Embedder. Immutable; any threads at once, each
/// call on its own memory: about 8 kB a token of a batch.
///
/// A text gives the same bits alone, in any batch and on any thread. Between instruction sets, sums
/// of 8-bit products are the same; what is done in 32-bit floats (with float32 everything, with
/// int8 norms, softmax and GELU) rounds in other places. On 238 texts, components differed by at
/// most 2.1e-7 with float32. With int8, where a number may fall onto the other side of a step,
/// "avx2" and "avx512" differed by 3e-8, "plain" from them up to a cosine of .9988.
class Encoder {
 public:
  /// Reads config.json, tokenizer.json (or vocab.txt) and model.safetensors of a folder. With int8,
  /// the weights are rounded while they are read; `update`, if there is one, is added to them
  /// before. Throws Error: not_found, io, malformed (naming the file and the tensor), unsupported
  /// (another architecture or activation), mismatch (the update is of another size).
  static Encoder load(const std::string &folder,
                      EncoderPrecision precision = EncoderPrecision::float32,
                      const LowRankUpdate *update = nullptr);
  /// Reads what `store` wrote, weights mapped into memory. Throws Error: not_found, io, malformed.
  static Encoder open(const std::string &path);
  /// Writes an int8 encoder to one file of our own. Throws Error: io, invalid_argument (float32).
  void store(const std::string &path) const;

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  const WordPiece &tokenizer() const noexcept;
  /// Tokens that a text is cut to, those that frame it among them.
  std::size_t max_tokens() const noexcept;
  /// Which instruction set does the arithmetic: "avx512", "avx2", "plain".
  std::string_view kernels() const noexcept;

  /// The ids of a text as it is read: framed, its end cut where it is too long.
  std::vector<std::uint32_t> tokens(std::string_view text) const;

  /// Mean over all states, of unit length. Throws Error: invalid_argument (another size of
  /// `vectors`), malformed (weights so large that a state is not finite).
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

  /// Gives `visit` the last layer's states of each text, one row of dimensions() a token, as the
  /// tokens stand in `texts` (ids, framed by the caller), in no particular order of texts. Each
  /// text has 1 to max_tokens() ids of the vocabulary; else Error(invalid_argument).
  /// Error(malformed) as for embed.
  void states(std::span<const std::vector<std::uint32_t>> texts,
              function_ref<void(std::size_t text, std::span<const float> states)> visit) const;

  /// The same encoder on another instruction set, for measuring; Error(unsupported) where this
  /// processor does not have it.
  Encoder on(std::string_view kernels) const;

 private:
  Encoder(std::shared_ptr<const detail::EncoderModel> model, const detail::EncoderKernels &kernels)
      : model_(std::move(model)), kernels_(&kernels) {}

  std::shared_ptr<const detail::EncoderModel> model_;
  const detail::EncoderKernels *kernels_;
};

}  // namespace sluice

#endif
