#ifndef SLUICE_SRC_REPORT_SIDE_BY_SIDE_HPP
#define SLUICE_SRC_REPORT_SIDE_BY_SIDE_HPP

/// Gold and prediction next to each other on the page of scores: their queries and their results.

#include <cstddef>
#include <string>
#include <string_view>

#include "sluice/report/score_report.hpp"

namespace sluice::inline v0::report_detail {

/// Maximum number of bytes shown of a message.
constexpr std::size_t max_message = 1000;

/// At most `most` bytes of the text, and an ellipsis if there are more.
std::string clipped(std::string_view text, std::size_t most);

/// Appends both queries; the tokens that only one of them has are marked.
void append_queries(const std::string &gold, const std::string &predicted, std::string &page);

/// The first rows of a query's result.
struct QueryResult {
  const std::string &query;
  const ResultSample &sample;
};

/// Appends both results; rows that only one of them has are marked, if that is known.
void append_results(const QueryResult &gold, const QueryResult &predicted, std::string &page);

}  // namespace sluice::inline v0::report_detail

#endif
