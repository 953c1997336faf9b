#ifndef SLUICE_JUDGE_EVALUATION_ITEMS_HPP
#define SLUICE_JUDGE_EVALUATION_ITEMS_HPP

/// Predictions beside their gold queries, read from the files of the official script and from JSON
/// Lines.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// One question: what was predicted, and what would have been right.
struct EvaluationItem {
  std::size_t index = 0;    ///< Among all items.
  std::size_t session = 0;  ///< A benchmark without sessions is one.
  std::size_t turn = 0;     ///< Within the session.
  std::string database_id;
  /// As in the file; each of them is right. At least one.
  std::vector<std::string> golds;
  std::string predicted;
  /// Spider 2.0's, where the gold file says so.
  std::vector<std::size_t> condition_columns;
  std::optional<bool> ignore_order;
};

struct EvaluationItems {
  std::vector<EvaluationItem> items;
  std::size_t sessions = 0;
};

/// A file's name, for errors, and its text.
struct EvaluationFile {
  std::string name;
  std::string text;
};

/// Pairs the lines of two files.
///
/// Gold is `SQL<tab>database` a line, or, if its first character is `{`, a JSON object a line:
/// `{"db_id", "sql": "…" or ["…", …]}` with, if need be, `"condition_cols": [0, …]`,
/// `"ignore_order": true` and `"session": n`; `"query"` is taken for `"sql"`. A prediction is what
/// stands before the first tab of its line. Empty lines end sessions, in both files; in a session,
/// what has no partner in the other file is left out, as by the official script.
///
/// Throws Error(malformed), naming the line: a gold line without two fields, another number of
/// sessions.
EvaluationItems read_evaluation_items(const EvaluationFile &gold, const EvaluationFile &predicted);

}  // namespace sluice

#endif
