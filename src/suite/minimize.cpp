#include "minimize.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace sluice::inline v0::suite {
namespace {

/// Maximum number of values of a column that are simplified one by one.
constexpr std::size_t max_values = 24;
/// Rows of a database that cost as much of the budget as testing a small database.
constexpr std::size_t rows_per_step = 100;
/// Number of plain values that are tried in place of a value before it is kept.
constexpr std::size_t plain_values = 3;

class Minimizer {
 public:
  Minimizer(TestDatabase database, const ValuePools &pools, std::size_t max_tests,
            function_ref<bool(const TestDatabase &)> holds)
      : pools_(pools),
        constraints_(pools.constraints()),
        left_(max_tests),
        holds_(holds),
        database_(std::move(database)) {}

  Minimized minimize() {
    bool minimal = drop_rows();
    if (cut_references()) minimal = drop_rows();
    if (simplify()) minimal = drop_rows();
    return {std::move(database_), minimal};
  }

 private:
  struct Place {
    std::uint32_t table = 0;
    std::uint32_t column = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };

  bool test(const TestDatabase &candidate) {
    if (left_ == 0) return false;
    left_ -= std::min(left_, 1 + candidate.rows() / rows_per_step);
    return holds_(candidate);
  }

  /// Returns whether it finished within the budget.
  bool drop_rows() {
    std::size_t part = std::max<std::size_t>(1, database_.rows() / 2);
    while (left_ > 0) {
      bool dropped = false;
      for (std::size_t first = 0; first < database_.rows() && left_ > 0;) {
        TestDatabase candidate = without(first, std::min(part, database_.rows() - first));
        if (test(candidate)) {
          database_ = std::move(candidate);
          dropped = true;
        } else {
          first += part;
        }
      }
      if (part == 1 && !dropped) return left_ > 0;
      part = std::max<std::size_t>(1, dropped ? std::min(part, database_.rows() / 2) : part / 2);
    }
    return false;
  }

  TestDatabase without(std::size_t first, std::size_t count) const {
    TestDatabase candidate(constraints_.share_schema());
    std::size_t number = 0;
    // Referring rows come first: once they are gone, the rows that they refer to can be removed.
    const std::vector<std::uint32_t> &order = constraints_.order();
    for (auto table = order.rbegin(); table != order.rend(); ++table) {
      for (std::size_t i = 0; i < database_.rows(*table); ++i, ++number) {
        if (number < first || number >= first + count)
          candidate.add(*table, database_.row(*table, i));
      }
    }
    candidate.settle(constraints_);
    return candidate;
  }

  /// Sets nullable references to NULL.
  bool cut_references() {
    bool changed = false;
    for (const ReferenceConstraint &reference : constraints_.references()) {
      for (const std::uint32_t column : reference.columns) {
        if (!constraints_.allows_null(reference.table, column)) continue;
        for (std::size_t i = 0; i < database_.rows(reference.table); ++i) {
          if (database_.row(reference.table, i)[column].kind == CellKind::null) continue;
          TestDatabase candidate =
              changed_by([&](std::uint32_t table, std::size_t row, std::vector<Cell> &cells) {
                if (table == reference.table && row == i) cells[column] = Cell::of_null();
              });
          changed = take(std::move(candidate)) || changed;
        }
      }
    }
    return changed;
  }

  /// Groups columns that references connect, since they share their values.
  std::vector<std::vector<Place>> families() const {
    std::map<Place, Place> up;
    const auto root = [&up](Place place) {
      for (auto at = up.find(place); at != up.end(); at = up.find(place)) place = at->second;
      return place;
    };
    for (const ReferenceConstraint &reference : constraints_.references()) {
      for (std::size_t i = 0; i < reference.columns.size(); ++i) {
        const Place from = root({reference.table, reference.columns[i]});
        const Place to = root({reference.referenced_table, reference.referenced_columns[i]});
        if (from != to) up[from] = to;
      }
    }
    std::map<Place, std::vector<Place>> members;
    const auto tables = constraints_.schema().tables();
    for (std::uint32_t table = 0; table < tables.size(); ++table) {
      for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column) {
        if (database_.rows(table) == 0 || constraints_.column(table, column).computed) continue;
        members[root({table, column})].push_back({table, column});
      }
    }
    std::vector<std::vector<Place>> families;
    for (auto &entry : members) families.push_back(std::move(entry.second));
    return families;
  }

  bool simplify() {
    bool changed = false;
    for (const std::vector<Place> &family : families()) {
      const std::set<Value> values = values_of(family);
      if (values.empty()) continue;
      if (family.size() == 1 && values.size() > 1 && level(family.front())) {
        changed = true;
        continue;
      }
      if (values.size() > max_values) continue;
      for (const Value &value : values) changed = simplify(family, value) || changed;
    }
    return changed;
  }

  std::set<Value> values_of(const std::vector<Place> &family) const {
    std::set<Value> values;
    for (const Place place : family) {
      for (std::size_t i = 0; i < database_.rows(place.table); ++i) {
        Value value(database_.row(place.table, i)[place.column]);
        if (!value.is_null()) values.insert(std::move(value));
      }
    }
    return values;
  }

  /// Sets a whole column that no reference uses to one plain value.
  bool level(Place place) {
    const Value plain = plain_value(place, 1);
    return take(changed_by([&](std::uint32_t table, std::size_t, std::vector<Cell> &cells) {
      if (table == place.table) cells[place.column] = plain.cell();
    }));
  }

  bool simplify(const std::vector<Place> &family, const Value &value) {
    std::size_t failed = 0;
    for (std::uint64_t number = 1; number <= max_values && failed < plain_values; ++number) {
      const Value plain = plain_value(family.front(), number);
      if (plain == value || !is_plainer(plain, value)) return false;
      if (values_of(family).count(plain) > 0) continue;
      const auto put = [&](std::uint32_t table, std::size_t, std::vector<Cell> &cells) {
        for (const Place place : family) {
          if (place.table == table && Value(cells[place.column]) == value)
            cells[place.column] = plain.cell();
        }
      };
      if (take(changed_by(put))) return true;
      ++failed;
    }
    return false;
  }

  /// Replaces the database if the candidate is legal and `holds` is true for it.
  bool take(TestDatabase candidate) {
    if (!constraints_.check(candidate, 1).empty() || !test(candidate)) return false;
    database_ = std::move(candidate);
    return true;
  }

  static bool is_plainer(const Value &plain, const Value &value) {
    const std::string a = plain.text(), b = value.text();
    return a.size() < b.size() || (a.size() == b.size() && a < b);
  }

  Value plain_value(Place place, std::uint64_t number) const {
    const Affinity affinity = constraints_.column(place.table, place.column).affinity;
    switch (pools_.style(place.table, place.column)) {
      case ColumnStyle::integer:
      case ColumnStyle::real:
        return stored_as(Value::of(static_cast<std::int64_t>(number)), affinity);
      case ColumnStyle::text: {
        const std::string letter(1, static_cast<char>('a' + (number - 1) % 26));
        return stored_as(Value::of_text(letter), affinity);
      }
      default: return pools_.fresh(place.table, place.column, number);
    }
  }

  /// A copy in which `change` was applied to each row.
  TestDatabase changed_by(
      function_ref<void(std::uint32_t table, std::size_t row, std::vector<Cell> &cells)> change)
      const {
    TestDatabase candidate(constraints_.share_schema());
    std::vector<Cell> cells;
    for (std::uint32_t table = 0; table < constraints_.schema().tables().size(); ++table) {
      for (std::size_t i = 0; i < database_.rows(table); ++i) {
        const Row row = database_.row(table, i);
        cells.assign(row.begin(), row.end());
        change(table, i, cells);
        candidate.add(table, cells);
      }
    }
    return candidate;
  }

  const ValuePools &pools_;
  const Constraints &constraints_;
  std::size_t left_;
  function_ref<bool(const TestDatabase &)> holds_;
  TestDatabase database_;
};

}  // namespace

Minimized minimize(TestDatabase database, const ValuePools &pools, std::size_t max_tests,
                   function_ref<bool(const TestDatabase &)> holds) {
  return Minimizer(std::move(database), pools, max_tests, holds).minimize();
}

}  // namespace sluice::inline v0::suite
