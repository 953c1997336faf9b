#include "retrieve/contextual_encoder.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "embed/unit_vector.hpp"

namespace sluice::inline v0 {

std::vector<float> ContextualEncoder::probe_vectors(const ProbeSet &probes) const {
  const WordPiece &tokenizer = encoder_.tokenizer();
  const std::size_t dimensions = encoder_.dimensions();
  constexpr std::size_t frame = 3;  // [CLS] question [SEP] segment [SEP]
  const std::size_t most = std::max(encoder_.max_tokens(), frame + 1) - frame;

  std::vector<float> vectors(probes.probes.size() * dimensions);
  std::vector<std::uint32_t> question;
  tokenizer.encode(probes.question, question);

  const std::vector<std::string> names = probe_texts(probes);
  struct Segment {
    std::size_t probe;
    std::size_t first;
    std::size_t last;
  };
  std::vector<Segment> segments;
  std::vector<std::vector<std::uint32_t>> texts;
  for (std::size_t p = 0; p < probes.probes.size(); ++p) {
    if (probes.probes[p] == probes.question) {
      encoder_.embed(std::array{std::string_view(probes.question)},
                     std::span(vectors).subspan(p * dimensions, dimensions));
      continue;
    }
    std::vector<std::uint32_t> segment;
    tokenizer.encode(names[p], segment);
    if (segment.empty()) continue;
    segment.resize(std::min(segment.size(), most));
    const std::size_t kept = std::min(question.size(), most - segment.size());
    std::vector<std::uint32_t> text{tokenizer.start()};
    text.insert(text.end(), question.begin(), question.begin() + static_cast<std::ptrdiff_t>(kept));
    text.push_back(tokenizer.separator());
    segments.push_back({p, text.size(), text.size() + segment.size()});
    text.insert(text.end(), segment.begin(), segment.end());
    text.push_back(tokenizer.separator());
    texts.push_back(std::move(text));
  }

  encoder_.states(texts, [&](std::size_t text, std::span<const float> states) {
    const Segment &segment = segments[text];
    const auto vector = std::span(vectors).subspan(segment.probe * dimensions, dimensions);
    embed_detail::unit_mean(
        states.subspan(segment.first * dimensions, (segment.last - segment.first) * dimensions),
        vector);
  });
  return vectors;
}

}  // namespace sluice::inline v0
