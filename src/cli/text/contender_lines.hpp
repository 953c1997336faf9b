#ifndef SLUICE_SRC_CLI_TEXT_CONTENDER_LINES_HPP
#define SLUICE_SRC_CLI_TEXT_CONTENDER_LINES_HPP

/// The training data of training/cross_encoder.py.

#include <string>

#include "cli/score/line_file.hpp"
#include "sluice/train/unseen_ranking.hpp"

namespace sluice::cli {

/// Writes a file of JSON Lines, one line per question. Not thread-safe.
class ContenderLines final : public UnseenRankings {
 public:
  /// Throws Error(io).
  explicit ContenderLines(const std::string &path);

  void add(const UnseenRanking &ranking) override;
  /// Throws Error(io) if not everything could be written.
  void close();

 private:
  LineFile file_;
};

}  // namespace sluice::cli

#endif
