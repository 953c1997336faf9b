#include "sluice/embed/distil.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "row_fitting.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/parallel.hpp"
#include "static_table.hpp"

namespace sluice {
namespace {

using detail::FloatRows;
using Vectors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool is_ascii_word(std::string_view piece) {
  if (piece.starts_with("##")) piece.remove_prefix(2);
  return !piece.empty() && std::ranges::all_of(piece, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c);
  });
}

/// Each piece of the vocabulary alone through the encoder.
Vectors piece_vectors(const Encoder &encoder, const Progress &progress) {
  const std::size_t width = encoder.dimensions(), pieces = encoder.tokenizer().size();
  Vectors vectors(static_cast<Eigen::Index>(pieces), static_cast<Eigen::Index>(width));
  constexpr std::size_t chunk = 1024;
  std::vector<std::vector<std::uint32_t>> texts;
  for (std::size_t first = 0; first < pieces; first += chunk) {
    progress.step("pieces through the encoder", first, pieces);
    texts.clear();
    for (std::size_t id = first; id < std::min(first + chunk, pieces); ++id) {
      texts.push_back({encoder.tokenizer().start(), static_cast<std::uint32_t>(id),
                       encoder.tokenizer().separator()});
    }
    encoder.states(texts, [&](std::size_t text, std::span<const float> states) {
      const auto row = static_cast<Eigen::Index>(first + text);
      for (std::size_t i = 0; i < width; ++i) {
        vectors(row, static_cast<Eigen::Index>(i)) =
            (double{states[i]} + states[width + i] + states[2 * width + i]) / 3;
      }
    });
  }
  return vectors;
}

/// Frequencies by Zipf: whole words stand in the vocabulary by falling frequency, from `first` on.
std::vector<double> frequency_weights(std::size_t pieces, std::size_t first, double smoothing) {
  std::vector<double> weights(pieces);
  double sum = 0;
  // What stands before, single characters mostly, is taken for as frequent as the words 1,000 on.
  constexpr std::size_t lead = 1001;
  for (std::size_t id = 0; id < pieces; ++id) {
    const std::size_t rank = id >= first         ? id - first + 1
                             : id + lead > first ? id + lead - first
                                                 : 1;
    weights[id] = 1 / static_cast<double>(std::max<std::size_t>(rank, 1));
    sum += weights[id];
  }
  for (double &weight : weights) weight = smoothing / (smoothing + weight / sum);
  return weights;
}

/// Turns what is centred onto principal components, each divided by the square root of its size.
struct HalfWhitening {
  Eigen::RowVectorXd mean;
  Eigen::MatrixXd components;

  /// Learned from the rows from `first` on.
  HalfWhitening(const Vectors &vectors, Eigen::Index first, Eigen::Index dimensions) {
    const auto words = vectors.bottomRows(vectors.rows() - first);
    mean = words.colwise().mean();
    const Vectors centred = words.rowwise() - mean;
    const Eigen::MatrixXd covariance = centred.transpose() * centred;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
    // Eigenvalues rise: the last columns are the first components.
    components = solver.eigenvectors().rightCols(dimensions).rowwise().reverse();
    for (Eigen::Index c = 0; c < dimensions; ++c) {
      Eigen::Index largest = 0;
      components.col(c).cwiseAbs().maxCoeff(&largest);
      if (components(largest, c) < 0)
        components.col(c) *= -1;  // a sign of its own choice has a direction
    }
    const Eigen::RowVectorXd sizes = (centred * components).colwise().norm();
    components.array().rowwise() /= sizes.array().sqrt().max(1e-12);
  }
  Vectors of(const Vectors &vectors) const { return (vectors.rowwise() - mean) * components; }
};

/// The pieces that a table has: "[UNK]", whose row is zero, and those of ASCII letters and digits.
std::vector<std::uint32_t> pieces_of_table(const WordPiece &tokenizer) {
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t id = 0; id < tokenizer.size(); ++id) {
    if (id == tokenizer.unknown() || is_ascii_word(tokenizer.piece(id))) pieces.push_back(id);
  }
  return pieces;
}

/// Texts as sums of a table's rows, and where the encoder has them.
struct FittedTexts {
  detail::RowSums sums;
  FloatRows targets;
};

/// Those texts that have a row.
FittedTexts fitted_texts(const Encoder &encoder, const HalfWhitening &by,
                         const WordPiece &tokenizer, const DistilOptions &options,
                         const Progress &progress) {
  FittedTexts fitted;
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> rows;
  for (const std::string &text : options.texts) {
    rows.clear();
    detail::each_spelt_word(tokenizer, text,
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

  // Sentences have another centre than words; each text counts as often as it has pieces.
  Eigen::RowVectorXd centre = Eigen::RowVectorXd::Zero(fitted.targets.cols());
  double all = 0;
  for (std::size_t text = 0; text < texts.size(); ++text) {
    const auto size = static_cast<double>(fitted.sums.rows(text).size());
    centre += size * fitted.targets.row(static_cast<Eigen::Index>(text)).cast<double>();
    all += size;
  }
  if (all > 0) fitted.targets.rowwise() -= (centre / all).cast<float>();
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
  return detail::static_table_bytes(pieces, rows, scales);
}

}  // namespace

void distil(const Encoder &encoder, const std::string &path, const DistilOptions &options,
            const Progress &progress) {
  if (options.dimensions == 0 || options.dimensions > encoder.dimensions()) {
    throw Error(ErrorCode::invalid_argument, "a table of this encoder has 1 to " +
                                                 std::to_string(encoder.dimensions()) +
                                                 " dimensions");
  }
  if (!(options.smoothing > 0))
    throw Error(ErrorCode::invalid_argument, "the smoothing has to be above 0");
  if (options.threads == 0) throw Error(ErrorCode::invalid_argument, "at least one thread");
  const WordPiece &tokenizer = encoder.tokenizer();
  const std::uint32_t first = tokenizer.find("the");
  if (first == WordPiece::none) {
    throw Error(ErrorCode::unsupported,
                "the vocabulary has no \"the\", which marks where whole words begin");
  }
  const Encoder plain = encoder.on("plain");
  const Vectors vectors = piece_vectors(plain, progress);
  const HalfWhitening by(vectors, static_cast<Eigen::Index>(first),
                         static_cast<Eigen::Index>(options.dimensions));
  const Vectors turned = by.of(vectors);
  const std::vector<double> weights = frequency_weights(tokenizer.size(), first, options.smoothing);
  const double largest = std::max(turned.cwiseAbs().maxCoeff(), 1e-12);

  std::string pieces;
  const std::vector<std::uint32_t> kept = pieces_of_table(tokenizer);
  FloatRows table(static_cast<Eigen::Index>(kept.size()), turned.cols());
  for (std::size_t row = 0; row < kept.size(); ++row) {
    const std::uint32_t id = kept[row];
    pieces += tokenizer.piece(id);
    pieces += '\n';
    const double weight = id == tokenizer.unknown() ? 0 : weights[id] / largest;
    table.row(static_cast<Eigen::Index>(row)) =
        (weight * turned.row(static_cast<Eigen::Index>(id))).cast<float>();
  }
  if (!options.texts.empty()) {
    const WordPiece spelling = WordPiece::from_vocab(pieces, "the table's pieces");
    const FittedTexts fitted = fitted_texts(plain, by, spelling, options, progress);
    detail::fit_rows(table, fitted.sums, fitted.targets, progress);
  }
  write_file(path, table_bytes(pieces, table));
}

}  // namespace sluice
