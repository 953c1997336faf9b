#ifndef SLUICE_SUITE_EXHAUSTIVE_GENERATOR_HPP
#define SLUICE_SUITE_EXHAUSTIVE_GENERATOR_HPP

/// Every small database of a schema: what holds on all of them holds up to that bound.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sluice/suite/test_database.hpp"

namespace sluice {

struct ExhaustiveOptions {
  /// Rows of a table, at most.
  std::size_t max_rows = 2;
  /// More databases than this are not looked at.
  std::size_t max_databases = 100'000;
};

/// The values of one column to choose from; may hold NULL.
struct ColumnDomain {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  std::vector<Value> values;
};

/// A model of Generator. Lists, for the tables of the domains, all multisets of up to `max_rows`
/// rows with values of the domains, fewer rows first; those that break a constraint are left out.
/// Tables are bags, so each comes once, whatever the order of its rows. Columns without a domain
/// hold NULL, or, where none may stand, one plain value; tables without one are empty. Any threads
/// at once.
class ExhaustiveGenerator {
 public:
  /// Throws Error(invalid_argument) if a domain names no column, or is empty, or one is named
  /// twice. Some 10 µs a database that is looked at, legal or not.
  ExhaustiveGenerator(std::shared_ptr<const Constraints> constraints,
                      std::vector<ColumnDomain> domains, const ExhaustiveOptions &options = {});

  std::optional<TestDatabase> generate(std::size_t number) const;

  /// How many legal ones are listed.
  std::size_t size() const noexcept { return legal_.size(); }
  /// Whether that is all of them: then what holds on each is proved up to the bound.
  bool complete() const noexcept { return complete_; }

 private:
  struct TableRows {
    std::uint32_t table = 0;
    std::vector<std::vector<Value>> rows;                // every row that may stand there
    std::vector<std::vector<std::uint32_t>> selections;  // bags of them, small ones first
  };
  /// A selection a table.
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
  std::size_t looked_at_ = 0;
  bool complete_ = true;
};

}  // namespace sluice

#endif
