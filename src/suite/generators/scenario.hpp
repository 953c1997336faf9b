#ifndef SLUICE_SRC_SUITE_GENERATORS_SCENARIO_HPP
#define SLUICE_SRC_SUITE_GENERATORS_SCENARIO_HPP

/// A few rows whose values are not known yet, and what is asked of them: equalities by union-find,
/// everything else as predicates that a bounded search satisfies.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sluice/suite/test_database.hpp"
#include "sluice/suite/value_pool.hpp"
#include "suite/row_check.hpp"
#include "suite/term.hpp"

namespace sluice::suite {

/// What of a schema every scenario needs, prepared once. Any threads at once.
struct ScenarioRules {
  explicit ScenarioRules(const ValuePools &pools);

  const ValuePools &pools;
  const Constraints &constraints;
  std::vector<RowCheck> checks;

  /// Whether it is the first column of what some reference refers to.
  bool is_referenced(std::uint32_t table, std::uint32_t column) const {
    return referenced_[constraints.schema().tables()[table].first_column + column];
  }

 private:
  std::vector<bool> referenced_;
};

/// Numbers for `ValuePools::fresh`, none twice within one database; and which values keys have in
/// it already.
struct FreshNumbers {
  std::uint64_t next = 1;
  std::set<std::pair<std::size_t, Value>> used;  // by column of the schema: unique ones
};

struct ScenarioLimits {
  std::size_t rows = 20'000;
  std::size_t steps = 20'000;  ///< Values tried in one search.
};

/// One thread at a time.
class Scenario {
 public:
  explicit Scenario(const ScenarioRules &rules, const ScenarioLimits &limits = {});

  /// A row with values of its own; `no_row` once there are too many.
  static constexpr std::uint32_t no_row = UINT32_MAX;
  std::uint32_t add_row(std::uint32_t table);
  std::uint32_t variable(std::uint32_t row, std::uint32_t column) const {
    return rows_[row].first + column;
  }
  Term term(std::uint32_t row, std::uint32_t column) const;
  std::size_t rows() const noexcept { return rows_.size(); }

  void equate(std::uint32_t a, std::uint32_t b);
  void bind(std::uint32_t variable, Value value);
  void set_null(std::uint32_t variable);
  enum class Wanted : std::uint8_t { yes, no, null, not_no };
  void require(Term term, Wanted wanted);

  /// All columns that may be NULL, are in no key, refer to nothing and are asked nothing of, are.
  void empty_idle_columns() { idle_are_null_ = true; }

  /// Adds the rows that references ask for, makes rows with one key one, and finds values. False if
  /// that cannot be: then the values satisfy what they can, or, `wholly`, mean nothing.
  bool solve(FreshNumbers &fresh, bool wholly = false);
  /// How much of what was asked is not satisfied; 0 after a `solve` that was true.
  std::size_t unsatisfied() const noexcept { return unsatisfied_; }

  /// Adds the rows, after `solve`; what keys have is noted.
  void write(TestDatabase &database, FreshNumbers &fresh) const;

 private:
  struct ScenarioRow {
    std::uint32_t table = 0;
    std::uint32_t first = 0;  // variable of its first column
    std::uint32_t depth = 0;  // of references that asked for it
    bool dropped = false;     // it is the same as another
  };
  struct Variable {
    std::uint32_t up = 0;  // in the union-find
    std::uint32_t table = 0;
    std::uint32_t column = 0;
    std::optional<Value> constant;  // of roots, as the next
    bool null = false;
    std::uint32_t next_member = 0;  // a ring of the class's members
    std::optional<Value> value;     // once solved
  };
  struct Predicate {
    Term term;
    Wanted wanted = Wanted::yes;
    std::vector<std::uint32_t> variables;  // roots
    bool dropped = false;
  };

  std::uint32_t root(std::uint32_t variable) const;
  const ColumnConstraint &facts(std::uint32_t variable) const;
  bool may_be_null(std::uint32_t variable) const;
  bool close_references();
  bool refer(std::uint32_t row, const ReferenceConstraint &reference);
  std::uint32_t some_row(std::uint32_t table) const;
  void note_parent(std::uint32_t row);
  bool merge_keys();
  void add_checks();
  bool settle_constants();
  bool holds(const Predicate &predicate) const;
  std::vector<Value> candidates(std::uint32_t root, FreshNumbers &fresh) const;
  bool fits(std::uint32_t root, const Value &value, const FreshNumbers &fresh) const;
  bool search(FreshNumbers &fresh);
  bool is_alone(std::size_t position) const;
  std::size_t to_drop() const;
  void fill_rest(FreshNumbers &fresh);
  Value fresh_value(std::uint32_t root, FreshNumbers &fresh) const;

  const ScenarioRules &rules_;
  ScenarioLimits limits_;
  std::vector<ScenarioRow> rows_;
  std::vector<Variable> variables_;
  std::vector<Predicate> predicates_;
  std::map<Value, std::uint32_t> constant_roots_;
  /// Rows by table and by the class of a column that is referred to.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> parents_;
  std::vector<std::uint32_t> asked_;                     // roots with predicates, in order
  std::vector<std::vector<std::size_t>> predicates_of_;  // by position in asked_
  bool idle_are_null_ = false;
  bool contradictory_ = false;
  std::size_t stuck_ = 0;  // in asked_: how far the last search came
  std::size_t own_ = 0;    // of the predicates, the first: those of the constraints
  std::size_t unsatisfied_ = 0;
};

}  // namespace sluice::suite

#endif
