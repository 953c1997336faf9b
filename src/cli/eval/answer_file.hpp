#ifndef SLUICE_SRC_CLI_EVAL_ANSWER_FILE_HPP
#define SLUICE_SRC_CLI_EVAL_ANSWER_FILE_HPP

#include <map>
#include <optional>
#include <string>

#include "cli/score/line_file.hpp"
#include "sluice/benchmark/answer_evaluation.hpp"

namespace sluice::cli {

/// A file of answers, one line per answer, so that interrupted work can continue. Not thread-safe.
class AnswerFile {
 public:
  /// Reads what an earlier run wrote and removes an incomplete last line. An empty path means no
  /// file: nothing is found or kept. Throws Error: io, malformed.
  explicit AnswerFile(const std::string &path);

  std::optional<AnsweredTask> find(const std::string &key) const;
  /// Appends the answer; it is in the file on return. Throws Error(io).
  void keep(const std::string &key, const AnsweredTask &answer);

 private:
  std::map<std::string, AnsweredTask> answers_;
  std::optional<LineFile> file_;
};

}  // namespace sluice::cli

#endif
