#include "scenario.hpp"

#include <algorithm>

namespace sluice::inline v0::suite {
namespace {

/// Maximum number of conditions that are dropped before values are chosen without regard to
/// conditions.
constexpr std::size_t max_dropped = 8;

}  // namespace

ScenarioRules::ScenarioRules(const ValuePools &value_pools)
    : pools(value_pools), constraints(value_pools.constraints()) {
  for (const CheckConstraint &check : constraints.checks()) checks.emplace_back(constraints, check);
  referenced_.resize(constraints.schema().columns().size());
  for (const ReferenceConstraint &reference : constraints.references()) {
    const std::size_t first =
        constraints.schema().tables()[reference.referenced_table].first_column;
    if (!reference.columns.empty()) referenced_[first + reference.referenced_columns[0]] = true;
  }
}

Scenario::Scenario(const ScenarioRules &rules, const ScenarioLimits &limits)
    : rules_(rules), limits_(limits) {}

std::uint32_t Scenario::add_row(std::uint32_t table) {
  if (rows_.size() >= limits_.rows) return no_row;
  ScenarioRow row;
  row.table = table;
  row.first = static_cast<std::uint32_t>(variables_.size());
  const std::size_t width = rules_.constraints.schema().tables()[table].columns.size();
  for (std::uint32_t column = 0; column < width; ++column) {
    Variable variable;
    variable.up = variable.next_member = row.first + column;
    variable.table = table;
    variable.column = column;
    variables_.push_back(variable);
  }
  rows_.push_back(row);
  return static_cast<std::uint32_t>(rows_.size() - 1);
}

Term Scenario::term(std::uint32_t row, std::uint32_t column) const {
  const std::uint32_t id = variable(row, column);
  return Term::of_variable(id, facts(id).affinity, facts(id).no_case);
}

std::uint32_t Scenario::root(std::uint32_t variable) const {
  while (variables_[variable].up != variable) variable = variables_[variable].up;
  return variable;
}

const ColumnConstraint &Scenario::facts(std::uint32_t variable) const {
  return rules_.constraints.column(variables_[variable].table, variables_[variable].column);
}

void Scenario::equate(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);  // the smaller is the root, so values do not depend on the order
  Variable &kept = variables_[a];
  Variable &joined = variables_[b];
  if (kept.constant && joined.constant && !(*kept.constant == *joined.constant)) {
    // 5 and '5' are equal in a join of a number and a text.
    const auto x = stored_as(*kept.constant, Affinity::numeric);
    const auto y = stored_as(*joined.constant, Affinity::numeric);
    if (!(x == y)) contradictory_ = true;
  }
  if (!kept.constant) kept.constant = joined.constant;
  kept.null = kept.null || joined.null;
  joined.up = a;
  std::swap(kept.next_member, joined.next_member);
}

void Scenario::bind(std::uint32_t variable, Value value) {
  if (value.is_null()) return set_null(variable);
  Variable &top = variables_[root(variable)];
  if (top.constant && !(*top.constant == value)) contradictory_ = true;
  if (!top.constant) top.constant = value;
  // Columns with the same constant form one class, so that rows with equal keys are detected.
  const auto [at, fresh] = constant_roots_.emplace(std::move(value), variable);
  if (!fresh) equate(at->second, variable);
}

void Scenario::set_null(std::uint32_t variable) { variables_[root(variable)].null = true; }

void Scenario::require(Term term, Wanted wanted) {
  Predicate predicate;
  predicate.term = std::move(term);
  predicate.wanted = wanted;
  predicates_.push_back(std::move(predicate));
}

bool Scenario::may_be_null(std::uint32_t variable) const {
  std::uint32_t at = variable;
  do {
    if (facts(at).not_null) return false;
    at = variables_[at].next_member;
  } while (at != variable);
  return true;
}

// ---- closing ---------------------------------------------------------------------------------

bool Scenario::refer(std::uint32_t row, const ReferenceConstraint &reference) {
  for (const std::uint32_t column : reference.columns) {
    if (variables_[root(variable(row, column))].null) return true;
  }
  const auto refers_to = [&](std::uint32_t parent) {
    for (std::size_t i = 0; i < reference.columns.size(); ++i) {
      if (root(variable(row, reference.columns[i])) !=
          root(variable(parent, reference.referenced_columns[i]))) {
        return false;
      }
    }
    return true;
  };
  const auto found =
      parents_.find({reference.referenced_table, root(variable(row, reference.columns[0]))});
  if (found != parents_.end()) {
    for (const std::uint32_t parent : found->second) {
      if (refers_to(parent)) return true;
    }
  }
  // Cyclic references would never end.
  const std::size_t deep = rules_.constraints.schema().tables().size();
  const bool circular = rows_[row].depth > std::min<std::size_t>(deep, 20) ||
                        (reference.table == reference.referenced_table && rows_[row].depth > 0);
  std::uint32_t parent = no_row;
  if (circular) {
    for (const std::uint32_t column : reference.columns) {
      if (may_be_null(variable(row, column)) && !variables_[root(variable(row, column))].constant) {
        set_null(variable(row, column));
        return true;
      }
    }
    parent =
        reference.table == reference.referenced_table ? row : some_row(reference.referenced_table);
  }
  if (parent == no_row) {
    parent = add_row(reference.referenced_table);
    if (parent == no_row) return false;
    rows_[parent].depth = rows_[row].depth + 1;
  }
  for (std::size_t i = 0; i < reference.columns.size(); ++i) {
    equate(variable(row, reference.columns[i]), variable(parent, reference.referenced_columns[i]));
  }
  note_parent(parent);
  return true;
}

std::uint32_t Scenario::some_row(std::uint32_t table) const {
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].table == table && !rows_[row].dropped) return row;
  }
  return no_row;
}

/// If merged classes hide an existing row, a new one is added, and merged by its key later.
void Scenario::note_parent(std::uint32_t row) {
  const std::size_t width = rules_.constraints.schema().tables()[rows_[row].table].columns.size();
  for (std::uint32_t column = 0; column < width; ++column) {
    if (!rules_.is_referenced(rows_[row].table, column)) continue;
    parents_[{rows_[row].table, root(variable(row, column))}].push_back(row);
  }
}

bool Scenario::close_references() {
  parents_.clear();
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    if (!rows_[row].dropped) note_parent(row);
  }
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].dropped) continue;
    for (const ReferenceConstraint &reference : rules_.constraints.references()) {
      if (reference.table == rows_[row].table && !refer(row, reference)) return false;
    }
  }
  return true;
}

/// Merges rows of a table that have equal keys. Returns whether there were any.
bool Scenario::merge_keys() {
  bool merged = false;
  for (const KeyConstraint &key : rules_.constraints.keys()) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      if (rows_[row].table != key.table || rows_[row].dropped) continue;
      std::vector<std::uint32_t> roots;
      bool null = false;
      for (const std::uint32_t column : key.columns) {
        roots.push_back(root(variable(row, column)));
        null = null || variables_[roots.back()].null;
      }
      if (null) continue;
      const auto [at, fresh] = seen.emplace(std::move(roots), row);
      if (fresh) continue;
      const std::size_t width = rules_.constraints.schema().tables()[key.table].columns.size();
      for (std::uint32_t column = 0; column < width; ++column) {
        equate(variable(at->second, column), variable(row, column));
      }
      rows_[row].dropped = true;
      merged = true;
    }
  }
  return merged;
}

/// Adds the constraints before the query's predicates, so that they are kept if the two contradict
/// each other.
void Scenario::add_checks() {
  std::vector<Predicate> asked = std::move(predicates_);
  predicates_.clear();
  for (const ScenarioRow &row : rows_) {
    if (row.dropped) continue;
    for (const RowCheck &check : rules_.checks) {
      if (row.table != check.table()) continue;
      Term term = check.term();
      const std::function<void(Term &)> place = [&](Term &part) {
        if (part.kind == Term::Kind::variable) part.variable += row.first;
        for (Term &argument : part.arguments) place(argument);
      };
      place(term);
      require(std::move(term), Wanted::not_no);
    }
    const std::size_t width = rules_.constraints.schema().tables()[row.table].columns.size();
    for (std::uint32_t column = 0; column < width; ++column) {
      const ColumnConstraint &known = rules_.constraints.column(row.table, column);
      const Term value = Term::of_variable(row.first + column, known.affinity);
      if (known.range) {
        Term term;
        term.kind = Term::Kind::between;
        term.add(value);
        term.add(Term::of_value(known.range->lower));
        term.add(Term::of_value(known.range->upper));
        require(std::move(term), Wanted::not_no);
      }
      if (!known.shape.empty()) {
        require(Term::of_binary(sql::Operator::equal, Term::of_shape(value),
                                Term::of_value(Value::of_text(known.shape))),
                Wanted::not_no);
      }
    }
  }
  constraint_count_ = predicates_.size();
  for (Predicate &predicate : asked) predicates_.push_back(std::move(predicate));
}

/// False if a class must be NULL but may not be, or must equal two constants.
bool Scenario::settle_constants() {
  bool possible = !contradictory_;
  for (std::uint32_t id = 0; id < variables_.size(); ++id) {
    Variable &variable = variables_[id];
    if (variable.up != id || !variable.null) continue;
    if (variable.constant || !may_be_null(id)) {
      possible = false;
      variable.null = false;
    }
  }
  return possible;
}

bool Scenario::solve(FreshNumbers &fresh, bool all_or_nothing) {
  bool complete = true;
  // Merged rows may need fewer and other referenced rows.
  for (int round = 0; round < 10; ++round) {
    const bool merged = merge_keys();
    const std::size_t before = rows_.size();
    complete = close_references() && complete;
    if (!merged && rows_.size() == before) break;
  }
  merge_keys();
  add_checks();
  bool solved = settle_constants() && complete;

  constrained_.clear();
  for (Predicate &predicate : predicates_) {
    std::vector<std::uint32_t> variables;
    collect_variables(predicate.term, variables);
    predicate.variables.clear();
    for (const std::uint32_t variable : variables) {
      const std::uint32_t top = root(variable);
      predicate.variables.push_back(top);
      constrained_.push_back(top);
    }
  }
  std::sort(constrained_.begin(), constrained_.end());
  constrained_.erase(std::unique(constrained_.begin(), constrained_.end()), constrained_.end());
  predicates_of_.assign(constrained_.size(), {});
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    for (const std::uint32_t top : predicates_[i].variables) {
      const auto position =
          std::lower_bound(constrained_.begin(), constrained_.end(), top) - constrained_.begin();
      auto &list = predicates_of_[static_cast<std::size_t>(position)];
      if (list.empty() || list.back() != i) list.push_back(i);
    }
    if (predicates_[i].variables.empty() && !holds(predicates_[i])) {
      predicates_[i].dropped = true;
      ++unsatisfied_;
    }
  }
  // Drops predicates that cannot be satisfied until the others can be.
  for (std::size_t attempts = 0; !search(fresh); ++attempts) {
    const std::size_t dropped = to_drop();
    ++unsatisfied_;
    if (dropped == SIZE_MAX || attempts == max_dropped) {
      for (const std::uint32_t top : constrained_) variables_[top].value.reset();
      break;
    }
    predicates_[dropped].dropped = true;
    if (all_or_nothing) break;
  }
  fill_rest(fresh);
  if (!solved) ++unsatisfied_;
  return unsatisfied_ == 0;
}

void Scenario::write(TestDatabase &database, FreshNumbers &fresh) const {
  std::vector<Value> values;
  std::vector<Cell> cells;
  for (const ScenarioRow &row : rows_) {
    if (row.dropped) continue;
    values.clear();
    cells.clear();
    const std::size_t width = rules_.constraints.schema().tables()[row.table].columns.size();
    for (std::uint32_t column = 0; column < width; ++column) {
      const ColumnConstraint &known = rules_.constraints.column(row.table, column);
      const Variable &top = variables_[root(row.first + column)];
      values.push_back(known.computed || !top.value ? Value()
                                                    : stored_as(*top.value, known.affinity));
    }
    for (const Value &value : values) cells.push_back(value.cell());
    database.add(row.table, cells);
    const std::size_t first = rules_.constraints.schema().tables()[row.table].first_column;
    for (const KeyConstraint &key : rules_.constraints.keys()) {
      if (key.table == row.table && key.columns.size() == 1) {
        fresh.used.emplace(first + key.columns[0], values[key.columns[0]]);
      }
    }
  }
}

}  // namespace sluice::inline v0::suite
