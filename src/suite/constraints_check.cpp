/// Which constraints the rows of a database breach.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "column_names.hpp"
#include "key_index.hpp"
#include "row_check.hpp"
#include "sluice/suite/constraints.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {
namespace {

class Checker {
 public:
  Checker(const Constraints &constraints, const TestDatabase &database, std::size_t max_breaches)
      : constraints_(constraints), database_(database), max_breaches_(max_breaches) {}

  std::vector<Breach> check() {
    for (std::uint32_t table = 0; table < constraints_.schema().tables().size(); ++table) {
      for (std::size_t row = 0; row < database_.rows(table); ++row) check_values(table, row);
    }
    for (const KeyConstraint &key : constraints_.keys()) check_key(key);
    for (const ReferenceConstraint &reference : constraints_.references()) {
      check_reference(reference);
    }
    for (const CheckConstraint &check : constraints_.checks()) check_expression(check);
    return std::move(breaches_);
  }

 private:
  const Table &table(std::uint32_t position) const {
    return constraints_.schema().tables()[position];
  }

  void report(Breach::Kind kind, Origin origin, std::uint32_t table, std::size_t row,
              std::string message) {
    if (breaches_.size() < max_breaches_)
      breaches_.push_back({kind, origin, table, row, std::move(message)});
  }

  std::string path(std::uint32_t position, std::uint32_t column) const {
    return fmt::format("{}.{}", table(position).name, table(position).columns[column].name);
  }

  void check_values(std::uint32_t position, std::size_t row) {
    const Row cells = database_.row(position, row);
    for (std::uint32_t column = 0; column < cells.size(); ++column) {
      const ColumnConstraint &facts = constraints_.column(position, column);
      if (facts.computed) continue;
      if (cells[column].kind == CellKind::null) {
        if (facts.not_null) {
          report(Breach::Kind::not_null, facts.not_null_origin, position, row,
                 fmt::format("{}: NULL ({} NOT NULL)", path(position, column),
                             name_of(facts.not_null_origin)));
        }
        continue;
      }
      const Value value(cells[column]);
      const Value stored = stored_as(value, facts.affinity);
      if (stored.kind != value.kind) {
        report(Breach::Kind::type, Origin::declared, position, row,
               fmt::format("{}: {} is stored as {}", path(position, column), value.literal(),
                           stored.literal()));
      }
      if (facts.range && value.is_number() &&
          (value < facts.range->lower || value > facts.range->upper)) {
        report(Breach::Kind::range, Origin::mined, position, row,
               fmt::format("{}: {} is not between {} and {} (mined)", path(position, column),
                           value.literal(), facts.range->lower.literal(),
                           facts.range->upper.literal()));
      }
      if (!facts.shape.empty() && value.kind == CellKind::text &&
          shape_of(value.bytes) != facts.shape) {
        report(Breach::Kind::shape, Origin::mined, position, row,
               fmt::format("{}: {} does not have the shape {} (mined)", path(position, column),
                           value.literal(), facts.shape));
      }
    }
  }

  void check_key(const KeyConstraint &key) {
    suite::KeyIndex seen(constraints_, key.table, key.columns);
    for (std::size_t row = 0; row < database_.rows(key.table); ++row) {
      if (seen.add(database_.row(key.table, row))) continue;
      report(Breach::Kind::key, key.origin, key.table, row,
             fmt::format("{} ({}): an earlier row has the same values ({} {})",
                         table(key.table).name,
                         suite::names_of_columns(table(key.table), key.columns),
                         name_of(key.origin), key.primary ? "primary key" : "UNIQUE"));
    }
  }

  void check_reference(const ReferenceConstraint &reference) {
    suite::KeyIndex parents(constraints_, reference.referenced_table, reference.referenced_columns);
    for (std::size_t row = 0; row < database_.rows(reference.referenced_table); ++row) {
      parents.add(database_.row(reference.referenced_table, row));
    }
    for (std::size_t row = 0; row < database_.rows(reference.table); ++row) {
      if (parents.contains(database_.row(reference.table, row), reference.columns)) continue;
      report(Breach::Kind::reference, reference.origin, reference.table, row,
             fmt::format("{} ({}): refers to a missing row of {} ({} foreign key)",
                         table(reference.table).name,
                         suite::names_of_columns(table(reference.table), reference.columns),
                         table(reference.referenced_table).name, name_of(reference.origin)));
    }
  }

  void check_expression(const CheckConstraint &check) {
    const suite::RowCheck holds(constraints_, check);
    for (std::size_t row = 0; row < database_.rows(check.table); ++row) {
      if (holds.allows(database_.row(check.table, row))) continue;
      report(Breach::Kind::check, check.origin, check.table, row,
             fmt::format("{}: CHECK ({}) is false", table(check.table).name, check.expression));
    }
  }

  const Constraints &constraints_;
  const TestDatabase &database_;
  std::size_t max_breaches_;
  std::vector<Breach> breaches_;
};

}  // namespace

std::vector<Breach> Constraints::check(const TestDatabase &database,
                                       std::size_t max_breaches) const {
  return Checker(*this, database, max_breaches).check();
}

}  // namespace sluice::inline v0
