#ifndef SLUICE_JUDGE_MISS_HPP
#define SLUICE_JUDGE_MISS_HPP

/// Wrong predictions looked at once more: what both queries return, and in what that differs.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/executor.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice {

struct SampledCell {
  CellKind kind = CellKind::null;
  std::string text;  ///< As SQLite writes it, cut; UTF-8. Empty for NULL; of a blob, its size.
};

/// A result's first rows and columns, for people.
struct ResultSample {
  std::vector<std::vector<SampledCell>> rows;
  std::size_t row_count = 0;  ///< Of all that was read.
  std::size_t columns = 0;    ///< Of the result, not of the sample.
  bool whole = true;          ///< False: it has more rows than were read.
  /// Why there is no result; empty where there is one.
  std::string failure;
};

struct Miss {
  MissKind kind = MissKind::undecided;
  /// For the first misses only.
  std::optional<ResultSample> gold;
  std::optional<ResultSample> predicted;
};

struct MissOptions {
  /// What is read of one result.
  std::size_t max_rows = 10'000;
  std::uint64_t max_bytes = std::uint64_t{8} << 20;
  /// What one query may take; more only says less about the miss.
  std::uint64_t max_steps = 20'000'000;
  std::size_t samples = 200;  ///< Misses that get a sample of both results.
  std::size_t sample_rows = 10;
  std::size_t sample_columns = 10;
  std::size_t sample_text = 60;  ///< Bytes of one value.
};

/// The first rows and columns of a result.
ResultSample sample_of(const ReadResult &result, const MissOptions &options = {});

/// Looks at each item whose verdict says wrong; others get nothing. Gold is the first of several,
/// the texts are those that were judged, without plugged values, and the database is the one that
/// told the two apart. The same whatever `execution.jobs`. Throws what `source` throws, and
/// Error(cancelled).
std::vector<std::optional<Miss>> examine_misses(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, const DatabaseSource &source,
    const ExecutionOptions &execution, const MissOptions &options = {},
    const Progress &progress = {});

}  // namespace sluice

#endif
