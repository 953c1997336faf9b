#ifndef SLUICE_JUDGE_MISS_HPP
#define SLUICE_JUDGE_MISS_HPP

/// Examines wrong predictions: what both queries return, and how the results differ.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/executor.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice::inline v0 {

struct SampledCell {
  CellKind kind = CellKind::null;
  std::string text;  ///< As SQLite converts it to text, truncated; UTF-8. Empty for NULL; the size
                     ///< for a blob.
};

/// The first rows and columns of a result, for display.
struct ResultSample {
  std::vector<std::vector<SampledCell>> rows;
  std::size_t row_count = 0;  ///< Number of rows that were read.
  std::size_t columns = 0;    ///< Number of columns of the result, not of the sample.
  bool whole = true;          ///< False if there are more rows than were read.
  /// Why there is no result; empty if there is one.
  std::string failure;
};

struct Miss {
  MissKind kind = MissKind::undecided;
  /// Set only for the first `MissOptions::samples` misses.
  std::optional<ResultSample> gold;
  std::optional<ResultSample> predicted;
};

struct MissOptions {
  /// Limits on how much of one result is read.
  std::size_t max_rows = 10'000;
  std::uint64_t max_bytes = std::uint64_t{8} << 20;
  /// Step limit of one query; if it is exceeded, less is known about the miss.
  std::uint64_t max_steps = 20'000'000;
  std::size_t samples = 200;  ///< Number of misses that get samples of both results.
  std::size_t sample_rows = 10;
  std::size_t sample_columns = 10;
  std::size_t sample_text = 60;  ///< Bytes of one value.
};

/// The first rows and columns of a result.
ResultSample sample_of(const ReadResult &result, const MissOptions &options = {});

/// Examines each item whose verdict is wrong; the other elements of the result are empty. Gold is
/// the first of several, the texts are those that were judged, without plugged-in values, and the
/// database is the one on which the two differ. If no database of an item can be read, only its
/// verdict is examined. Independent of `execution.jobs`. Throws Error(cancelled).
std::vector<std::optional<Miss>> examine_misses(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, const DatabaseSource &source,
    const ExecutionOptions &execution, const MissOptions &options = {},
    const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
