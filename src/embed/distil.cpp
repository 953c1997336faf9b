#include "sluice/embed/distil.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "static_table.hpp"

namespace sluice {
namespace {

using Vectors = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool is_ascii_word(std::string_view piece) {
  if (piece.starts_with("##")) piece.remove_prefix(2);
  return !piece.empty() && std::ranges::all_of(piece, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
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

/// Centres the rows and turns them onto the principal components of those from `first` on.
Vectors half_whitened(const Vectors &vectors, Eigen::Index first, Eigen::Index dimensions) {
  const auto words = vectors.bottomRows(vectors.rows() - first);
  const Eigen::RowVectorXd mean = words.colwise().mean();
  const Vectors centred = vectors.rowwise() - mean;
  const auto centred_words = centred.bottomRows(centred.rows() - first);
  const Eigen::MatrixXd covariance = centred_words.transpose() * centred_words;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  // Eigenvalues rise: the last columns are the first components.
  Eigen::MatrixXd components = solver.eigenvectors().rightCols(dimensions).rowwise().reverse();
  for (Eigen::Index c = 0; c < dimensions; ++c) {
    Eigen::Index largest = 0;
    components.col(c).cwiseAbs().maxCoeff(&largest);
    if (components(largest, c) < 0)
      components.col(c) *= -1;  // a sign of its own choice has a direction
  }
  Vectors turned = centred * components;
  const auto turned_words = turned.bottomRows(turned.rows() - first);
  const Eigen::RowVectorXd sizes = turned_words.colwise().norm();
  turned.array().rowwise() /= sizes.array().sqrt().max(1e-12);
  return turned / std::max(turned.cwiseAbs().maxCoeff(), 1e-12);
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
  const WordPiece &tokenizer = encoder.tokenizer();
  const std::uint32_t first = tokenizer.find("the");
  if (first == WordPiece::none) {
    throw Error(ErrorCode::unsupported,
                "the vocabulary has no \"the\", which marks where whole words begin");
  }
  const Vectors vectors =
      half_whitened(piece_vectors(encoder.on("plain"), progress), static_cast<Eigen::Index>(first),
                    static_cast<Eigen::Index>(options.dimensions));
  const std::vector<double> weights = frequency_weights(tokenizer.size(), first, options.smoothing);

  std::string pieces;
  std::vector<std::int8_t> rows;
  std::vector<float> scales;
  for (std::uint32_t id = 0; id < tokenizer.size(); ++id) {
    const bool unknown = id == tokenizer.unknown();
    if (!unknown && !is_ascii_word(tokenizer.piece(id))) continue;
    pieces += tokenizer.piece(id);
    pieces += '\n';
    const Eigen::RowVectorXd row =
        vectors.row(static_cast<Eigen::Index>(id)) * (unknown ? 0 : weights[id]);
    const double scale = std::max(row.cwiseAbs().maxCoeff(), 1e-12) / 127;
    scales.push_back(static_cast<float>(scale));
    for (const double number : row)
      rows.push_back(static_cast<std::int8_t>(std::lround(number / scale)));
  }
  write_file(path, detail::static_table_bytes(pieces, rows, scales));
}

}  // namespace sluice
