#ifndef SLUICE_SRC_CLI_TEXT_CONTENDER_LINES_HPP
#define SLUICE_SRC_CLI_TEXT_CONTENDER_LINES_HPP

/// What training/cross_encoder.py learns from.

#include <string>

#include "cli/score/line_file.hpp"
#include "sluice/train/unseen_ranking.hpp"

namespace sluice::cli {

/// A file of JSON lines, one a question.
class ContenderLines final : public UnseenRankings {
 public:
  /// Throws Error(io).
  explicit ContenderLines(const std::string &path);

  void add(const UnseenRanking &ranking) override;
  /// Throws Error(io) where not all could be written.
  void close();

 private:
  LineFile file_;
};

}  // namespace sluice::cli

#endif
