#ifndef SLUICE_TESTS_RECORDED_EDITS_HPP
#define SLUICE_TESTS_RECORDED_EDITS_HPP

/// Pairs of Spider queries with edit counts by sqlglot, from the benchmark data.

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/sql/change_distilling.hpp"

namespace sluice::test {

struct RecordedEdits {
  std::string source, target;  // as in Spider
  std::size_t source_nodes, target_nodes;
  /// From source to target and back, by the rules of 30.17, then by those of 25.1.
  std::array<sql::EditCounts, 4> counts;
};

inline constexpr std::string_view recorded_edits_file =
    "sql_corpus/sqlglot_edit_counts_spider_dev_train.tsv.gz";

/// Empty if there is no benchmark data.
inline std::vector<RecordedEdits> recorded_edits(const std::filesystem::path &data) {
  const std::filesystem::path path = data / recorded_edits_file;
  if (!exists(path)) return {};
  const std::string text = read_file(path.string());
  std::vector<RecordedEdits> pairs;
  std::size_t at = text.find('\n') + 1;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    std::vector<std::string> fields;
    for (std::size_t begin = at; begin <= end;) {
      const std::size_t tab = std::min(text.find('\t', begin), end);
      fields.push_back(text.substr(begin, tab - begin));
      begin = tab + 1;
    }
    const auto number = [&](std::size_t field) { return std::stoul(fields.at(field)); };
    RecordedEdits &pair = pairs.emplace_back();
    pair.source = fields.at(0);
    pair.target = fields.at(1);
    pair.source_nodes = number(4);
    pair.target_nodes = number(5);
    for (std::size_t i = 0; i < pair.counts.size(); ++i) {
      const auto count = [&](std::size_t which) {
        return static_cast<std::uint32_t>(number(6 + 5 * i + which));
      };
      pair.counts[i] = {count(0), count(1), count(2), count(3), count(4)};
    }
    at = end + 1;
  }
  return pairs;
}

}  // namespace sluice::test

#endif
