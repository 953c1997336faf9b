#include "sluice/embed/callback_embedder.hpp"

#include <algorithm>
#include <limits>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "unit_vector.hpp"

namespace sluice::inline v0 {

CallbackEmbedder::CallbackEmbedder(std::string name, std::size_t dimensions, std::size_t batch,
                                   std::shared_ptr<const Interface> callback)
    : name_(std::move(name)),
      dimensions_(dimensions),
      batch_(batch),
      fingerprint_(Fingerprint().add("callback 1").add(name_).add(dimensions).value()),
      callback_(std::move(callback)) {
  if (dimensions == 0 || batch == 0) {
    throw Error(ErrorCode::invalid_argument,
                "an embedder needs at least 1 dimension, and 1 text per call");
  }
}

void CallbackEmbedder::embed(std::span<const std::string_view> texts,
                             std::span<float> vectors) const {
  if (vectors.size() != texts.size() * dimensions_) {
    throw Error(ErrorCode::invalid_argument, "the vectors need texts × dimensions numbers");
  }
  // NaN marks numbers that the callback does not write.
  std::ranges::fill(vectors, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t first = 0; first < texts.size(); first += batch_) {
    const std::size_t count = std::min(batch_, texts.size() - first);
    const std::span<float> rows = vectors.subspan(first * dimensions_, count * dimensions_);
    callback_->call(texts.subspan(first, count), rows);
    for (std::size_t t = 0; t < count; ++t) {
      if (embed_detail::make_unit(rows.subspan(t * dimensions_, dimensions_))) continue;
      throw Error(ErrorCode::malformed,
                  "the callback did not write every number of text " + std::to_string(first + t) +
                      ", or wrote one that is not finite",
                  {name_});
    }
  }
}

}  // namespace sluice::inline v0
