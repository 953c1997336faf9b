#ifndef SLUICE_SRC_CLI_EVAL_RETRIEVAL_TEXT_HPP
#define SLUICE_SRC_CLI_EVAL_RETRIEVAL_TEXT_HPP

/// Figures of `sluice eval retrieval` as text for people, on standard output.

#include <span>

#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::cli {

/// All figures of one system, each with its confidence interval.
void print_report(const RetrievalReport &report, const Catalog &catalog);

/// One table row for a system: recall in percent for a few list lengths. `first` prints the table
/// head before it.
void print_row(const RetrievalReport &report, bool first);

/// A table of recall when the database is given, for the systems that were asked so. Prints nothing
/// if there are none.
void print_rows_within_database(std::span<const RetrievalReport> reports);

/// A sentence for each system whose weights of evidence were learned from some of the questions.
void print_seen(std::span<const RetrievalReport> reports);

}  // namespace sluice::cli

#endif
