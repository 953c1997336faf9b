#ifndef SLUICE_ROUTE_CROSS_ENCODER_HPP
#define SLUICE_ROUTE_CROSS_ENCODER_HPP

/// Scores databases for a question with an encoder that reads both in one text. Source: Nogueira
/// and Cho 2019 (passage re-ranking).

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

/// Changes to a published encoder that were learned for scoring, and a head for the scores.
struct CrossEncoderModel {
  std::string trained_on;
  LowRankUpdate update;
  std::vector<float> head;  ///< A score is its dot product with the encoder's unit vector.
  float weight = 0;         ///< Factor of a score when added to the log-probability of the ranker.

  /// Reads a .safetensors file with the tensors of LowRankUpdate::load, `head` and `weight`. Throws
  /// as LowRankUpdate::load does.
  static CrossEncoderModel load(const std::string &path, std::string trained_on);
  std::string bytes() const;
  /// Throws Error: malformed, unsupported, mismatch (another kind of file).
  static std::shared_ptr<const CrossEncoderModel> parse(std::string_view bytes,
                                                        const std::string &name);
  /// The model that comes with the library for all-mpnet-base-v2, share/sluice/mpnet.cross; nullptr
  /// if that is not installed.
  static std::shared_ptr<const CrossEncoderModel> shipped();
  /// The same if the encoder with this fingerprint already contains the model's changes; otherwise
  /// nullptr.
  static std::shared_ptr<const CrossEncoderModel> shipped(std::uint64_t encoder);

 private:
  static std::shared_ptr<const CrossEncoderModel> read(const SegmentFile &file);
};

/// Immutable. Thread-safe.
class CrossEncoder {
 public:
  /// The most tokens that are read of a question, and of a question and a schema together.
  static constexpr std::size_t question_tokens = 48, max_tokens = 256;

  /// `encoder` must contain the model's changes. Throws Error(mismatch) if its width differs from
  /// the model's.
  CrossEncoder(Encoder encoder, std::shared_ptr<const CrossEncoderModel> model);
  /// Opens an encoder that `sluice train quantize --as-cross-encoder` wrote, with the shipped
  /// model. Throws Error(unsupported) if it does not contain the changes of that model, and as
  /// Encoder::open does.
  static CrossEncoder open(const std::string &path);

  /// How well each schema (a text as route_detail::contender_text writes it) answers the question:
  /// logits, comparable among the schemas of one question. The encoder reads one text per schema.
  std::vector<float> scores(std::string_view question, std::span<const std::string> schemas) const;
  float weight() const noexcept { return model_->weight; }

 private:
  Encoder encoder_;
  std::shared_ptr<const CrossEncoderModel> model_;
};

}  // namespace sluice::inline v0

#endif
