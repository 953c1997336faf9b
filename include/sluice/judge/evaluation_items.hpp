#ifndef SLUICE_JUDGE_EVALUATION_ITEMS_HPP
#define SLUICE_JUDGE_EVALUATION_ITEMS_HPP

/// Predictions paired with their gold (reference) queries, read from files in the format of
/// Spider's official script, or from JSON Lines.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// One question: the prediction and the gold queries.
struct EvaluationItem {
  std::size_t index = 0;    ///< Position among all items.
  std::size_t session = 0;  ///< 0 in a benchmark without sessions.
  std::size_t turn = 0;     ///< Position within the session.
  std::string database_id;
  /// The gold queries as written in the file, at least one. A prediction is right if it matches any
  /// of them.
  std::vector<std::string> golds;
  std::string predicted;
  /// For Spider 2.0, if the gold file specifies them.
  std::vector<std::size_t> condition_columns;
  std::optional<bool> ignore_order;
};

struct EvaluationItems {
  std::vector<EvaluationItem> items;
  std::size_t sessions = 0;
};

/// The name of a file, for error messages, and its text.
struct EvaluationFile {
  std::string name;
  std::string text;
};

/// Pairs the lines of two files.
///
/// Each gold line is `SQL<tab>database` or, if the file starts with `{`, a JSON object: `{"db_id",
/// "sql": "…" or ["…", …]}`, optionally with `"condition_cols": [0, …]`, `"ignore_order": true` and
/// `"session": n`; `"query"` is accepted for `"sql"`. A prediction is the text before the first tab
/// of its line. Empty lines end sessions in both files; within a session, lines without a
/// counterpart in the other file are ignored, as by the official script.
///
/// Throws Error(malformed), naming the line, if a gold line does not have two fields or the numbers
/// of sessions differ.
EvaluationItems read_evaluation_items(const EvaluationFile &gold, const EvaluationFile &predicted);

}  // namespace sluice::inline v0

#endif
