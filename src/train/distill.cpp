#include "sluice/train/distill.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "embed/static_table.hpp"
#include "row_fitting.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice::inline v0 {
namespace {

using train_detail::FloatRows;
using Vectors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool is_ascii_word(std::string_view piece) {
  if (piece.starts_with("##")) piece.remove_prefix(2);
  return !piece.empty() &&
         std::ranges::all_of(piece, [](char c) { return is_ascii_lower(c) || is_ascii_digit(c); });
}

/// The mean state of each text, with the special tokens around it.
Vectors mean_states(const Encoder &encoder, std::span<const std::vector<std::uint32_t>> texts,
                    const char *stage, const Progress &progress) {
  const std::size_t width = encoder.dimensions();
  Vectors vectors(static_cast<Eigen::Index>(texts.size()), static_cast<Eigen::Index>(width));
  constexpr std::size_t chunk = 1024;
  for (std::size_t first = 0; first < texts.size(); first += chunk) {
    progress.step(stage, first, texts.size());
    const auto part = texts.subspan(first, std::min(chunk, texts.size() - first));
    encoder.states(part, [&](std::size_t text, std::span<const float> states) {
      const auto row = static_cast<Eigen::Index>(first + text);
      const auto count = static_cast<double>(states.size() / width);
      for (std::size_t i = 0; i < width; ++i) {
        double sum = 0;
        for (std::size_t at = i; at < states.size(); at += width) sum += double{states[at]};
        vectors(row, static_cast<Eigen::Index>(i)) = sum / count;
      }
    });
  }
  return vectors;
}

/// Vectors of the vocabulary's pieces, each encoded alone.
Vectors piece_vectors(const Encoder &encoder, const Progress &progress) {
  std::vector<std::vector<std::uint32_t>> texts;
  for (std::uint32_t id = 0; id < encoder.tokenizer().size(); ++id)
    texts.push_back({encoder.tokenizer().start(), id, encoder.tokenizer().separator()});
  return mean_states(encoder, texts, "pieces through the encoder", progress);
}

/// Vectors of the words, each encoded alone.
Vectors word_vectors(const Encoder &encoder, std::span<const std::string> words,
                     const Progress &progress) {
  std::vector<std::vector<std::uint32_t>> texts;
  for (const std::string &word : words) texts.push_back(encoder.tokens(word));
  return mean_states(encoder, texts, "words through the encoder", progress);
}

/// The words that the vocabulary splits into several pieces, without duplicates.
std::vector<std::string> spelled_in_pieces(const WordPiece &tokenizer,
                                           std::span<const std::string> words) {
  std::vector<std::string> kept;
  std::unordered_set<std::string_view> known;
  for (const std::string &word : words) {
    if (word.empty() || !std::ranges::all_of(word, is_ascii_lower)) {
      throw Error(ErrorCode::invalid_argument,
                  "words of a table must be of lower-case ASCII letters, not \"" + word + '"');
    }
    if (tokenizer.find(word) == WordPiece::none && known.insert(word).second) kept.push_back(word);
  }
  return kept;
}

/// Weights by Zipf frequencies: the vocabulary lists whole words by descending frequency, starting
/// at `first`; `words` follow them.
std::vector<double> frequency_weights(std::size_t pieces, std::size_t words, std::size_t first,
                                      double smoothing) {
  std::vector<double> weights(pieces + words);
  double sum = 0;
  // Pieces before `first`, mostly single characters, count as if they were as frequent as words
  // from rank 1,000 on.
  constexpr std::size_t lead = 1001;
  for (std::size_t id = 0; id < weights.size(); ++id) {
    const std::size_t rank = id >= first         ? id - first + 1
                             : id + lead > first ? id + lead - first
                                                 : 1;
    weights[id] = 1 / static_cast<double>(std::max<std::size_t>(rank, 1));
    if (id < pieces) sum += weights[id];
  }
  for (double &weight : weights) weight = smoothing / (smoothing + weight / sum);
  return weights;
}

/// Projects centered vectors onto principal components, each divided by the square root of its
/// size.
struct HalfWhitening {
  Eigen::RowVectorXd mean;
  Eigen::MatrixXd components;

  /// Fits the components to the rows from `first` on.
  HalfWhitening(const Vectors &vectors, Eigen::Index first, Eigen::Index dimensions) {
    const auto words = vectors.bottomRows(vectors.rows() - first);
    mean = words.colwise().mean();
    const Vectors centered = words.rowwise() - mean;
    const Eigen::MatrixXd covariance = centered.transpose() * centered;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
    // Eigenvalues ascend: the last columns are the first components.
    components = solver.eigenvectors().rightCols(dimensions).rowwise().reverse();
    for (Eigen::Index c = 0; c < dimensions; ++c) {
      Eigen::Index largest = 0;
      components.col(c).cwiseAbs().maxCoeff(&largest);
      if (components(largest, c) < 0) components.col(c) *= -1;  // fixes the arbitrary sign
    }
    const Eigen::RowVectorXd sizes = (centered * components).colwise().norm();
    components.array().rowwise() /= sizes.array().sqrt().max(1e-12);
  }
  Vectors of(const Vectors &vectors) const { return of(vectors, mean); }
  Vectors of(const Vectors &vectors, const Eigen::RowVectorXd &center) const {
    return (vectors.rowwise() - center) * components;
  }
};

/// The pieces in a table: "[UNK]", whose row is zero, and those of ASCII letters and digits.
std::vector<std::uint32_t> pieces_of_table(const WordPiece &tokenizer) {
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t id = 0; id < tokenizer.size(); ++id) {
    if (id == tokenizer.unknown() || is_ascii_word(tokenizer.piece(id))) pieces.push_back(id);
  }
  return pieces;
}

/// Texts as sums of a table's rows, and their target vectors by the encoder.
struct FittedTexts {
  train_detail::RowSums sums;
  FloatRows targets;
};

/// Builds these for the texts with at least one row.
FittedTexts fitted_texts(const Encoder &encoder, const HalfWhitening &by,
                         const WordPiece &tokenizer, const EncoderDistillOptions &options,
                         const Progress &progress) {
  FittedTexts fitted;
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> rows;
  for (const std::string &text : options.texts) {
    rows.clear();
    embed_detail::each_spelled_word(tokenizer, text,
                                    [&](std::string_view, std::span<const std::uint32_t> ids) {
                                      if (ids.front() != tokenizer.unknown())
                                        rows.insert(rows.end(), ids.begin(), ids.end());
                                    });
    if (rows.empty()) continue;
    fitted.sums.add(rows);
    texts.push_back(text);
  }
  constexpr std::size_t chunk = 1024;
  fitted.targets.resize(static_cast<Eigen::Index>(texts.size()), by.components.cols());
  const auto embed = [&](std::size_t job, const Progress &reports) {
    reports.step("texts through the encoder", job * chunk, texts.size());
    const auto part =
        std::span(texts).subspan(job * chunk, std::min(chunk, texts.size() - job * chunk));
    FloatRows vectors(static_cast<Eigen::Index>(part.size()),
                      static_cast<Eigen::Index>(encoder.dimensions()));
    encoder.embed(part, {vectors.data(), static_cast<std::size_t>(vectors.size())});
    fitted.targets.middleRows(static_cast<Eigen::Index>(job * chunk), vectors.rows()) =
        by.of(vectors.cast<double>()).cast<float>();
  };
  run_jobs((texts.size() + chunk - 1) / chunk, options.threads, embed, progress);

  // Sentences have another mean than words. Each text is weighted by its number of pieces.
  Eigen::RowVectorXd center = Eigen::RowVectorXd::Zero(fitted.targets.cols());
  double all = 0;
  for (std::size_t text = 0; text < texts.size(); ++text) {
    const auto size = static_cast<double>(fitted.sums.rows(text).size());
    center += size * fitted.targets.row(static_cast<Eigen::Index>(text)).cast<double>();
    all += size;
  }
  if (all > 0) fitted.targets.rowwise() -= (center / all).cast<float>();
  fitted.targets.rowwise().normalize();
  return fitted;
}

std::string table_bytes(const std::string &pieces, const FloatRows &table) {
  std::vector<std::int8_t> rows;
  std::vector<float> scales;
  for (const auto &row : table.rowwise()) {
    const float scale = std::max(row.cwiseAbs().maxCoeff(), 1e-12F) / 127;
    scales.push_back(scale);
    for (const float number : row)
      rows.push_back(static_cast<std::int8_t>(std::lround(number / scale)));
  }
  return embed_detail::static_table_bytes(pieces, rows, scales);
}

}  // namespace

void distill(const Encoder &encoder, const std::string &path, const EncoderDistillOptions &options,
             const Progress &progress) {
  if (options.dimensions == 0 || options.dimensions > encoder.dimensions()) {
    throw Error(ErrorCode::invalid_argument, "dimensions of a table of this encoder are 1 to " +
                                                 std::to_string(encoder.dimensions()) +
                                                 " dimensions");
  }
  if (!(options.smoothing > 0))
    throw Error(ErrorCode::invalid_argument, "the smoothing must be positive");
  if (options.threads == 0)
    throw Error(ErrorCode::invalid_argument, "threads is 0, expected at least 1");
  const WordPiece &tokenizer = encoder.tokenizer();
  const std::uint32_t first = tokenizer.find("the");
  if (first == WordPiece::none) {
    throw Error(ErrorCode::unsupported,
                "the vocabulary has no \"the\", which marks where whole words begin");
  }
  const std::vector<std::string> words = spelled_in_pieces(tokenizer, options.words);
  // AVX-512 sums in another order. With AVX2, all processors of the last ten years write the same
  // bytes.
  const Encoder same = encoder.kernels() == "plain" ? encoder : encoder.on("avx2");
  const Vectors vectors = piece_vectors(same, progress);
  const HalfWhitening by(vectors, static_cast<Eigen::Index>(first),
                         static_cast<Eigen::Index>(options.dimensions));
  const Vectors turned = by.of(vectors);
  const std::vector<double> weights =
      frequency_weights(tokenizer.size(), words.size(), first, options.smoothing);
  const double largest = std::max(turned.cwiseAbs().maxCoeff(), 1e-12);

  std::string pieces;
  const std::vector<std::uint32_t> kept = pieces_of_table(tokenizer);
  FloatRows table(static_cast<Eigen::Index>(kept.size() + words.size()), turned.cols());
  Eigen::Index row = 0;
  const auto add = [&](std::string_view piece, double weight, const auto &vector) {
    pieces += piece;
    pieces += '\n';
    table.row(row++) = (weight / largest * vector).template cast<float>();
  };
  for (const std::uint32_t id : kept) {
    add(tokenizer.piece(id), id == tokenizer.unknown() ? 0 : weights[id],
        turned.row(static_cast<Eigen::Index>(id)));
  }
  if (!words.empty()) {
    const Vectors of_words = word_vectors(same, words, progress);
    const Vectors turned_words = by.of(of_words, of_words.colwise().mean());
    for (std::size_t w = 0; w < words.size(); ++w)
      add(words[w], weights[tokenizer.size() + w], turned_words.row(static_cast<Eigen::Index>(w)));
  }
  if (!options.texts.empty()) {
    const WordPiece spelling = WordPiece::from_vocab(pieces, "the table's pieces");
    const FittedTexts fitted = fitted_texts(same, by, spelling, options, progress);
    train_detail::fit_rows(table, fitted.sums, fitted.targets, progress);
  }
  write_file(path, table_bytes(pieces, table));
}

}  // namespace sluice::inline v0
