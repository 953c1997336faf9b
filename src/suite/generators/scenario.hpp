#ifndef SLUICE_SRC_SUITE_GENERATORS_SCENARIO_HPP
#define SLUICE_SRC_SUITE_GENERATORS_SCENARIO_HPP

/// A few rows with unknown values and the requirements on them: equalities are kept in a
/// union-find, everything else as predicates that a bounded search satisfies.

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

namespace sluice::inline v0::suite {

/// The facts about a schema that every scenario needs, computed once. Thread-safe.
struct ScenarioRules {
  explicit ScenarioRules(const ValuePools &pools);

  const ValuePools &pools;
  const Constraints &constraints;
  std::vector<RowCheck> checks;

  /// Whether the column is the first one that some reference refers to.
  bool is_referenced(std::uint32_t table, std::uint32_t column) const {
    return referenced_[constraints.schema().tables()[table].first_column + column];
  }

 private:
  std::vector<bool> referenced_;
};

/// Numbers for `ValuePools::fresh`, unique within one database, and the values that its keys
/// already use.
struct FreshNumbers {
  std::uint64_t next = 1;
  std::set<std::pair<std::size_t, Value>> used;  // unique values by column of the schema
};

struct ScenarioLimits {
  std::size_t rows = 20'000;
  std::size_t steps = 20'000;  ///< Maximum number of values tried in one search.
};

/// Not thread-safe.
class Scenario {
 public:
  explicit Scenario(const ScenarioRules &rules, const ScenarioLimits &limits = {});

  /// Adds a row with new variables; returns `no_row` if there are too many rows.
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

  /// Sets columns to NULL if they are nullable, in no key or reference, and without requirements.
  void empty_idle_columns() { idle_are_null_ = true; }

  /// Adds the rows that references need, merges rows with equal keys, and finds values. Returns
  /// false if that is impossible; then the values satisfy as much as possible or, with
  /// `all_or_nothing`, must not be used.
  bool solve(FreshNumbers &fresh, bool all_or_nothing = false);
  /// Number of requirements that are not satisfied; 0 after `solve` returned true.
  std::size_t unsatisfied() const noexcept { return unsatisfied_; }

  /// Adds the rows to the database, after `solve`, and records the values of keys.
  void write(TestDatabase &database, FreshNumbers &fresh) const;

 private:
  struct ScenarioRow {
    std::uint32_t table = 0;
    std::uint32_t first = 0;  // variable of its first column
    std::uint32_t depth = 0;  // length of the chain of references that needed it
    bool dropped = false;     // it was merged into another row
  };
  struct Variable {
    std::uint32_t up = 0;  // parent in the union-find
    std::uint32_t table = 0;
    std::uint32_t column = 0;
    std::optional<Value> constant;  // for roots, like `null`
    bool null = false;
    std::uint32_t next_member = 0;  // circular list of the members of the class
    std::optional<Value> value;     // set by `solve`
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
  /// Rows by table and by the class of a referenced column.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> parents_;
  std::vector<std::uint32_t> constrained_;               // roots with predicates, in order
  std::vector<std::vector<std::size_t>> predicates_of_;  // by position in asked_
  bool idle_are_null_ = false;
  bool contradictory_ = false;
  std::size_t stuck_ = 0;             // position in asked_ that the last search reached
  std::size_t constraint_count_ = 0;  // number of leading predicates that come from the constraints
  std::size_t unsatisfied_ = 0;
};

}  // namespace sluice::inline v0::suite

#endif
