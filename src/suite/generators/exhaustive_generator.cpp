#include "sluice/suite/exhaustive_generator.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0 {
namespace {

/// Per table: a longer list could not be combined with other tables anyway.
constexpr std::size_t max_rows_listed = 5000;

}  // namespace

ExhaustiveGenerator::ExhaustiveGenerator(std::shared_ptr<const Constraints> constraints,
                                         std::vector<ColumnDomain> domains,
                                         const ExhaustiveOptions &options)
    : constraints_(std::move(constraints)), options_(options) {
  check_domains(domains);
  for (std::uint32_t table = 0; table < constraints_->schema().tables().size(); ++table) {
    const auto of_table = [table](const ColumnDomain &domain) { return domain.table == table; };
    if (std::any_of(domains.begin(), domains.end(), of_table)) add_rows(table, domains);
  }
  const std::size_t max_total_rows = options_.max_rows * tables_.size();
  for (std::size_t rows = 0; rows <= max_total_rows && examined_ < options_.max_databases; ++rows) {
    Choice choice;
    extend(choice, rows);
    if (tables_.empty()) break;
  }
}

void ExhaustiveGenerator::check_domains(const std::vector<ColumnDomain> &domains) const {
  const auto tables = constraints_->schema().tables();
  for (std::size_t i = 0; i < domains.size(); ++i) {
    const ColumnDomain &domain = domains[i];
    if (domain.table >= tables.size() || domain.column >= tables[domain.table].columns.size()) {
      throw Error(ErrorCode::invalid_argument, "a domain refers to a column that does not exist");
    }
    const std::string where = fmt::format("{}.{}", tables[domain.table].name,
                                          tables[domain.table].columns[domain.column].name);
    if (domain.values.empty())
      throw Error(ErrorCode::invalid_argument, "a domain is empty", {where});
    for (std::size_t j = 0; j < i; ++j) {
      if (domains[j].table == domain.table && domains[j].column == domain.column) {
        throw Error(ErrorCode::invalid_argument, "a column has two domains", {where});
      }
    }
  }
}

void ExhaustiveGenerator::add_rows(std::uint32_t position,
                                   const std::vector<ColumnDomain> &domains) {
  TableRows &made = tables_.emplace_back();
  made.table = position;
  made.rows = {{}};
  const ValuePools plain(constraints_);
  const std::size_t width = constraints_->schema().tables()[position].columns.size();
  for (std::uint32_t column = 0; column < width; ++column) {
    const ColumnConstraint &facts = constraints_->column(position, column);
    std::vector<Value> values;
    for (const ColumnDomain &domain : domains) {
      if (domain.table != position || domain.column != column) continue;
      for (const Value &value : domain.values) {
        Value stored = stored_as(value, facts.affinity);
        if (std::find(values.begin(), values.end(), stored) == values.end()) {
          values.push_back(std::move(stored));
        }
      }
    }
    if (values.empty() || facts.computed) {
      values = {facts.not_null && !facts.computed ? plain.fresh(position, column, 1) : Value()};
    }
    std::vector<std::vector<Value>> longer;
    for (const auto &row : made.rows) {
      for (const Value &value : values) {
        if (longer.size() == max_rows_listed) {
          complete_ = false;
          break;
        }
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    made.rows = std::move(longer);
  }
  // Removes rows that violate a constraint by themselves.
  std::erase_if(made.rows, [&](const std::vector<Value> &row) {
    TestDatabase alone(constraints_->share_schema());
    std::vector<Cell> cells;
    for (const Value &value : row) cells.push_back(value.cell());
    alone.add(position, cells);
    for (const Breach &breach : constraints_->check(alone)) {
      if (breach.kind != Breach::Kind::reference) return true;
    }
    return false;
  });
  add_selections(made);
}

/// Lists multisets: row numbers in ascending order, repeated by multiplicity.
void ExhaustiveGenerator::add_selections(TableRows &table) {
  table.selections = {{}};
  std::size_t first = 0;
  for (std::size_t size = 1; size <= options_.max_rows; ++size) {
    const std::size_t end = table.selections.size();
    for (std::size_t i = first; i < end; ++i) {
      const std::uint32_t least = table.selections[i].empty() ? 0 : table.selections[i].back();
      for (std::uint32_t row = least; row < table.rows.size(); ++row) {
        if (table.selections.size() > options_.max_databases) {
          complete_ = false;
          return;
        }
        std::vector<std::uint32_t> selection = table.selections[i];
        selection.push_back(row);
        table.selections.push_back(std::move(selection));
      }
    }
    first = end;
  }
}

/// Enumerates the choices for the remaining tables, of `rows` rows in all.
void ExhaustiveGenerator::extend(Choice &choice, std::size_t rows) {
  if (choice.size() == tables_.size()) {
    if (rows > 0) return;
    if (examined_ == options_.max_databases) {
      complete_ = false;
      return;
    }
    ++examined_;
    if (constraints_->check(made(choice), 1).empty()) legal_.push_back(choice);
    return;
  }
  const TableRows &table = tables_[choice.size()];
  const std::size_t others = options_.max_rows * (tables_.size() - choice.size() - 1);
  for (std::uint32_t i = 0; i < table.selections.size(); ++i) {
    const std::size_t size = table.selections[i].size();
    if (size > rows) break;
    if (rows - size > others) continue;
    if (!complete_ && examined_ == options_.max_databases) return;
    choice.push_back(i);
    extend(choice, rows - size);
    choice.pop_back();
  }
}

TestDatabase ExhaustiveGenerator::made(const Choice &choice) const {
  TestDatabase database(constraints_->share_schema());
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    for (const std::uint32_t row : tables_[i].selections[choice[i]]) {
      cells.clear();
      for (const Value &value : tables_[i].rows[row]) cells.push_back(value.cell());
      database.add(tables_[i].table, cells);
    }
  }
  return database;
}

std::optional<TestDatabase> ExhaustiveGenerator::generate(std::size_t number) const {
  if (number >= legal_.size()) return std::nullopt;
  return made(legal_[number]);
}

}  // namespace sluice::inline v0
