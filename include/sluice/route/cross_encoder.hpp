#ifndef SLUICE_ROUTE_CROSS_ENCODER_HPP
#define SLUICE_ROUTE_CROSS_ENCODER_HPP

/// An encoder that reads a question and a database's names in one text. Source: Nogueira and Cho
/// 2019 (passage re-ranking).

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/encoder.hpp"
#include "sluice/embed/low_rank_update.hpp"

namespace sluice::inline v0 {

class SegmentFile;

/// What was learned on top of a published encoder.
struct CrossEncoderModel {
  std::string trained_on;
  LowRankUpdate update;
  std::vector<float> head;  ///< A score's weights of an encoder's unit vector.
  float weight = 0;         ///< Of a score beside the logarithm of the ranker's probability.

  /// From a .safetensors file: what LowRankUpdate::load reads, and `head` and `weight`. Throws what
  /// that throws.
  static CrossEncoderModel load(const std::string &path, std::string trained_on);
  std::string bytes() const;
  /// Throws Error: malformed, unsupported, mismatch (another kind of file).
  static std::shared_ptr<const CrossEncoderModel> parse(std::string_view bytes,
                                                        const std::string &name);
  /// The model that comes with the library for all-mpnet-base-v2, share/sluice/mpnet.cross; nullptr
  /// if that is not installed.
  static std::shared_ptr<const CrossEncoderModel> shipped();
  /// The same if the encoder with this fingerprint has the model's changes; otherwise nullptr.
  static std::shared_ptr<const CrossEncoderModel> shipped(std::uint64_t encoder);

 private:
  static std::shared_ptr<const CrossEncoderModel> read(const SegmentFile &file);
};

/// Immutable; any threads at once.
class CrossEncoder {
 public:
  /// Of each text, tokens of the question, and of the whole.
  static constexpr std::size_t question_tokens = 48, max_tokens = 256;

  /// `encoder`: with the model's changes in it. Throws Error(mismatch) if it is of another width.
  CrossEncoder(Encoder encoder, std::shared_ptr<const CrossEncoderModel> model);
  /// An encoder that `sluice train quantize --cross-encoder` wrote. Throws Error: unsupported (it
  /// has not the changes of the model inside), and what Encoder::open throws.
  static CrossEncoder open(const std::string &path);

  /// How well each schema, as `names_beside` writes it, answers the question: logits, to be
  /// compared among schemas of one question. The encoder reads one text a schema.
  std::vector<float> scores(std::string_view question, std::span<const std::string> schemas) const;
  float weight() const noexcept { return model_->weight; }

 private:
  Encoder encoder_;
  std::shared_ptr<const CrossEncoderModel> model_;
};

}  // namespace sluice::inline v0

#endif
