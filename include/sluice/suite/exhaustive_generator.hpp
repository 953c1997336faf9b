#ifndef SLUICE_SUITE_EXHAUSTIVE_GENERATOR_HPP
#define SLUICE_SUITE_EXHAUSTIVE_GENERATOR_HPP

/// Enumerates every small database of a schema: what holds on all of them holds up to that bound.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

struct ExhaustiveOptions {
  /// Maximum number of rows per table.
  std::size_t max_rows = 2;
  /// Maximum number of databases that are examined, legal or not.
  std::size_t max_databases = 100'000;
};

/// The values to choose from for one column; may include NULL.
struct ColumnDomain {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  std::vector<Value> values;
};

/// Models Generator. For the tables of the domains, enumerates all multisets of up to `max_rows`
/// rows with values of the domains, fewer rows first, and omits those that violate a constraint.
/// Tables are multisets, so the order of rows is not varied. Columns without a domain hold NULL or,
/// if they are not nullable, one plain value; tables without a domain are empty. Thread-safe.
class ExhaustiveGenerator {
 public:
  /// Throws Error(invalid_argument) if a domain refers to a column that does not exist, is empty,
  /// or is given twice. Takes about 10 µs per examined database, legal or not.
  ExhaustiveGenerator(std::shared_ptr<const Constraints> constraints,
                      std::vector<ColumnDomain> domains, const ExhaustiveOptions &options = {});

  std::optional<TestDatabase> generate(std::size_t number) const;

  /// The number of legal databases.
  std::size_t size() const noexcept { return legal_.size(); }
  /// Whether no legal database was omitted: then what holds on each one is proved up to the bound.
  bool complete() const noexcept { return complete_; }

 private:
  struct TableRows {
    std::uint32_t table = 0;
    std::vector<std::vector<Value>> rows;                // every possible row
    std::vector<std::vector<std::uint32_t>> selections;  // multisets of the rows, small ones first
  };
  /// One selection per table.
  using Choice = std::vector<std::uint32_t>;

  void check_domains(const std::vector<ColumnDomain> &domains) const;
  void add_rows(std::uint32_t table, const std::vector<ColumnDomain> &domains);
  void add_selections(TableRows &table);
  void extend(Choice &choice, std::size_t rows);
  TestDatabase made(const Choice &choice) const;

  std::shared_ptr<const Constraints> constraints_;
  ExhaustiveOptions options_;
  std::vector<TableRows> tables_;
  std::vector<Choice> legal_;
  std::size_t examined_ = 0;
  bool complete_ = true;
};

}  // namespace sluice::inline v0

#endif
