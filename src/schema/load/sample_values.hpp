#ifndef SLUICE_SRC_SCHEMA_LOAD_SAMPLE_VALUES_HPP
#define SLUICE_SRC_SCHEMA_LOAD_SAMPLE_VALUES_HPP

/// Selects which values of a column are kept as samples, for all sources.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/add_once.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/db/query.hpp"
#include "sluice/schema/load.hpp"
#include "text_cell.hpp"

namespace sluice::inline v0::schema_detail {

// Limits for what is read per table to find samples.
inline constexpr std::int64_t max_sampled_rows = 200;
inline constexpr std::size_t max_sampled_bytes = 16 << 20;

/// Adds a value to a column's samples if it is new and short enough.
inline void add_sample(std::vector<std::string> &samples, std::string_view value,
                       const LoadOptions &options) {
  if (value.empty() || value.size() > options.max_sample_bytes) return;
  if (samples.size() >= options.samples) return;
  std::string repaired = repair_utf8(value);
  if (repaired.size() <= options.max_sample_bytes) detail::add_once(samples, std::move(repaired));
}

/// Adds a row's texts, one per column. Returns whether further rows could add more.
inline bool add_samples(Row row, std::span<ColumnDefinition *const> columns,
                        const LoadOptions &options) {
  bool is_complete = true;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    add_sample(columns[i]->samples, text_of(row[i]), options);
    is_complete = is_complete && columns[i]->samples.size() >= options.samples;
  }
  return !is_complete;
}

}  // namespace sluice::inline v0::schema_detail

#endif
