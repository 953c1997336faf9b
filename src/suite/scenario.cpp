#include "scenario.hpp"

#include <algorithm>

#include "query_constants.hpp"

namespace sluice::suite {
namespace {

constexpr std::size_t most_candidates = 64;
/// Conditions that are given up before values are taken at will.
constexpr std::size_t most_dropped = 8;

void collect_literals(const Term &term, std::vector<Value> &literals) {
  if (term.kind == Term::Kind::literal && !term.value.is_null()) literals.push_back(term.value);
  if (term.kind == Term::Kind::pattern && term.arguments[1].kind == Term::Kind::literal) {
    for (const std::string &text : texts_like(term.arguments[1].value.text())) {
      literals.push_back(Value::of_text(text));
    }
  }
  for (const Term &argument : term.arguments) collect_literals(argument, literals);
}

/// The value, what is just above and just below it, and what is further off.
void add_near(const Value &value, std::vector<Value> &candidates) {
  candidates.push_back(value);
  const auto number = value.is_number() ? std::optional(value) : number_in(value.bytes);
  if (number) {
    for (const std::int64_t step : {1, -1, 2, -2, 3, -3, 10, -10}) {
      if (number->kind == CellKind::integer) {
        if (number->integer > INT64_MAX - 20 || number->integer < INT64_MIN + 20) continue;
        candidates.push_back(Value::of(number->integer + step));
      } else {
        candidates.push_back(Value::of(number->real + static_cast<double>(step)));
      }
    }
    candidates.push_back(Value::of(number->number() / 2));
    candidates.push_back(Value::of(number->number() * 2 + 1));
    // A year, as strftime gives it.
    if (value.kind == CellKind::text && value.bytes.size() == 4) {
      candidates.push_back(Value::of_text(value.bytes + "-06-15"));
    }
  }
  if (value.kind != CellKind::text) return;
  const std::string &text = value.bytes;
  candidates.push_back(Value::of_text(text + "a"));
  candidates.push_back(Value::of_text(text + " "));
  if (!text.empty()) {
    std::string other = text;
    other.back() = static_cast<char>(other.back() > ' ' ? other.back() - 1 : 'a');
    candidates.push_back(Value::of_text(other));
    other.back() = static_cast<char>(text.back() < '~' ? text.back() + 1 : 'a');
    candidates.push_back(Value::of_text(other));
    candidates.push_back(Value::of_text("a" + text));
    candidates.push_back(Value::of_text(text.substr(0, text.size() - 1)));
  }
}

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
  if (b < a) std::swap(a, b);  // the smaller is the root: values do not depend on the order
  Variable &kept = variables_[a];
  Variable &joined = variables_[b];
  if (kept.constant && joined.constant && !(*kept.constant == *joined.constant)) {
    // 5 and '5' are one value to a join of a number and a text.
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
  // Columns with one constant are one class, so that rows with one key are found to be one.
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
  // References in a circle would go on for ever.
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

/// A row that is not found since classes were joined is made again, and merged by its key later.
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

/// Two rows with one key are one row. True if some were.
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

/// They come before what is asked: of what contradicts itself, they are kept.
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
        term.arguments = {value, Term::of_value(known.range->least),
                          Term::of_value(known.range->greatest)};
        require(std::move(term), Wanted::not_no);
      }
      if (!known.shape.empty()) {
        require(Term::of_binary(sql::Operator::equal, Term::of_shape(value),
                                Term::of_value(Value::of_text(known.shape))),
                Wanted::not_no);
      }
    }
  }
  own_ = predicates_.size();
  for (Predicate &predicate : asked) predicates_.push_back(std::move(predicate));
}

// ---- searching -------------------------------------------------------------------------------

bool Scenario::holds(const Predicate &predicate) const {
  const auto value = evaluate(predicate.term, [this](std::uint32_t variable) -> const Value * {
    const auto &known = variables_[root(variable)].value;
    return known ? &*known : nullptr;
  });
  if (!value) return true;
  const int truth = truth_of(*value);
  switch (predicate.wanted) {
    case Wanted::yes: return truth == 1;
    case Wanted::no: return truth == 0;
    case Wanted::null: return truth < 0;
    case Wanted::not_no: return truth != 0;
  }
  return false;
}

bool Scenario::fits(std::uint32_t top, const Value &value, const FreshNumbers &fresh) const {
  std::uint32_t at = top;
  do {
    const Variable &member = variables_[at];
    const ColumnConstraint &known = facts(at);
    const Value stored = stored_as(value, known.affinity);
    // Text in a column of numbers is stored, but nobody expects it there.
    if (known.affinity == Affinity::integer && stored.kind == CellKind::real) return false;
    for (const KeyConstraint &key : rules_.constraints.keys()) {
      if (key.table != member.table || key.columns.size() != 1 || key.columns[0] != member.column) {
        continue;
      }
      const std::size_t column =
          rules_.constraints.schema().tables()[member.table].first_column + member.column;
      if (fresh.used.contains({column, stored})) return false;
      for (const std::uint32_t other : asked_) {
        const auto &taken = variables_[other].value;
        if (other == top || !taken || !(stored_as(*taken, known.affinity) == stored)) continue;
        for (std::uint32_t of = other;;) {
          if (variables_[of].table == member.table && variables_[of].column == member.column) {
            return false;
          }
          of = variables_[of].next_member;
          if (of == other) break;
        }
      }
    }
    at = variables_[at].next_member;
  } while (at != top);
  return true;
}

std::vector<Value> Scenario::candidates(std::uint32_t top, FreshNumbers &fresh) const {
  const Variable &variable = variables_[top];
  if (variable.null) return {Value()};
  if (variable.constant) return {*variable.constant};
  std::vector<Value> near;
  const auto position = std::lower_bound(asked_.begin(), asked_.end(), top) - asked_.begin();
  for (const std::size_t index : predicates_of_[static_cast<std::size_t>(position)]) {
    const Predicate &predicate = predicates_[index];
    std::vector<Value> literals;
    collect_literals(predicate.term, literals);
    for (const std::uint32_t other : predicate.variables) {
      if (other != top && variables_[other].value && !variables_[other].value->is_null()) {
        literals.push_back(*variables_[other].value);
      }
    }
    for (const Value &literal : literals) add_near(literal, near);
    // Two numbers that are added or compared: what is between them, and their sum.
    for (std::size_t i = 0; i + 1 < literals.size() && i < 4; ++i) {
      if (!literals[i].is_number() || !literals[i + 1].is_number()) continue;
      const double a = literals[i].number(), b = literals[i + 1].number();
      near.push_back(Value::of((a + b) / 2));
      add_near(Value::of(static_cast<std::int64_t>(std::clamp(a + b, -1e15, 1e15))), near);
    }
  }
  // Patterns that one text is to match, one behind the other: what says how it begins comes first,
  // how it ends, last.
  std::vector<std::pair<int, std::string>> parts;
  for (const std::size_t index : predicates_of_[static_cast<std::size_t>(position)]) {
    const Predicate &predicate = predicates_[index];
    if (predicate.term.kind != Term::Kind::pattern || predicate.term.negated ||
        predicate.wanted != Wanted::yes ||
        predicate.term.arguments[1].kind != Term::Kind::literal) {
      continue;
    }
    const std::string pattern = predicate.term.arguments[1].value.text();
    const int place = !pattern.starts_with('%') ? 0 : !pattern.ends_with('%') ? 2 : 1;
    parts.emplace_back(place, texts_like(pattern)[0]);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::string joined;
  for (const auto &[place, text] : parts) joined += (joined.empty() ? "" : " ") + text;
  std::vector<Value> all;
  const auto add = [&all](const Value &value) {
    if (all.size() < most_candidates && std::find(all.begin(), all.end(), value) == all.end()) {
      all.push_back(value);
    }
  };
  if (parts.size() > 1) add(Value::of_text(joined));
  for (const Value &value : near) add(value);
  for (int i = 0; i < 3; ++i) add(fresh_value(top, fresh));
  std::size_t taken = 0;
  for (const Value &value : rules_.pools.originals(variable.table, variable.column)) {
    if (taken++ == 8) break;
    add(value);
  }
  add(Value::of(std::int64_t{0}));
  add(Value::of_text(""));
  if (may_be_null(top)) add(Value());
  return all;
}

bool Scenario::is_alone(std::size_t position) const {
  return std::all_of(
      predicates_of_[position].begin(), predicates_of_[position].end(), [this](std::size_t index) {
        return predicates_[index].dropped || predicates_[index].variables.size() == 1;
      });
}

/// What is asked last of the variable that the search got stuck at; SIZE_MAX if nothing is.
std::size_t Scenario::to_drop() const {
  if (stuck_ < asked_.size()) {
    const auto &indexes = predicates_of_[stuck_];
    for (auto index = indexes.rbegin(); index != indexes.rend(); ++index) {
      if (*index >= own_ && !predicates_[*index].dropped) return *index;
    }
  }
  for (std::size_t index = predicates_.size(); index-- > own_;) {
    if (!predicates_[index].dropped) return index;
  }
  return SIZE_MAX;
}

/// Depth first, at most `limits_.steps` values.
bool Scenario::search(FreshNumbers &fresh) {
  std::vector<std::vector<Value>> choices(asked_.size());
  std::vector<std::size_t> next(asked_.size(), 0);
  const std::size_t most = limits_.steps + 100 * asked_.size();
  std::size_t steps = 0, at = 0;
  stuck_ = 0;
  bool entering = true;
  while (at < asked_.size()) {
    Variable &variable = variables_[asked_[at]];
    if (entering) {
      variable.value.reset();
      choices[at] = candidates(asked_[at], fresh);
      next[at] = 0;
    }
    bool found = false;
    const bool fixed = variable.constant || variable.null;
    while (!found && next[at] < choices[at].size() && steps++ < most) {
      const Value &value = choices[at][next[at]++];
      variable.value.reset();
      if (!fixed && !value.is_null() && !fits(asked_[at], value, fresh)) continue;
      variable.value = value;
      found = std::all_of(predicates_of_[at].begin(), predicates_of_[at].end(),
                          [this](std::size_t index) {
                            return predicates_[index].dropped || holds(predicates_[index]);
                          });
    }
    if (found) {
      ++at;
      entering = true;
      continue;
    }
    variable.value.reset();
    if (at >= stuck_) stuck_ = at;
    // No other value elsewhere makes a difference to what is asked of this variable alone.
    if (at == 0 || steps >= most || is_alone(at)) return false;
    --at;
    entering = false;
  }
  return true;
}

Value Scenario::fresh_value(std::uint32_t top, FreshNumbers &fresh) const {
  // A reference's values look like those of the column that it refers to: they share a pool.
  std::uint32_t like = top;
  for (std::uint32_t at = variables_[top].next_member; at != top; at = variables_[at].next_member) {
    // Numbers suit every column, words do not.
    if (facts(at).affinity != Affinity::text && facts(like).affinity == Affinity::text) like = at;
  }
  return rules_.pools.fresh(variables_[like].table, variables_[like].column, fresh.next++);
}

void Scenario::fill_rest(FreshNumbers &fresh) {
  const Constraints &constraints = rules_.constraints;
  std::vector<bool> bound(constraints.schema().columns().size());
  const auto mark = [&](std::uint32_t table, std::span<const std::uint32_t> columns) {
    for (const std::uint32_t column : columns) {
      bound[constraints.schema().tables()[table].first_column + column] = true;
    }
  };
  for (const KeyConstraint &key : constraints.keys()) mark(key.table, key.columns);
  for (const ReferenceConstraint &reference : constraints.references()) {
    mark(reference.table, reference.columns);
    mark(reference.referenced_table, reference.referenced_columns);
  }
  for (std::uint32_t id = 0; id < variables_.size(); ++id) {
    Variable &variable = variables_[id];
    if (variable.up != id || variable.value) continue;
    const std::size_t column =
        constraints.schema().tables()[variable.table].first_column + variable.column;
    const bool idle = idle_are_null_ && variable.next_member == id && !bound[column] &&
                      !variable.constant && may_be_null(id);
    if (variable.null || idle) {
      variable.value = Value();
    } else if (variable.constant) {
      variable.value = variable.constant;
    } else {
      Value value = fresh_value(id, fresh);
      for (int i = 0; i < 50 && bound[column] && !fits(id, value, fresh); ++i) {
        value = fresh_value(id, fresh);
      }
      variable.value = std::move(value);
    }
  }
}

/// False where a class is to be NULL and may not be, or to be two constants.
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

bool Scenario::solve(FreshNumbers &fresh, bool wholly) {
  bool complete = true;
  // Rows that become one may ask for less, and for other rows.
  for (int round = 0; round < 10; ++round) {
    const bool merged = merge_keys();
    const std::size_t before = rows_.size();
    complete = close_references() && complete;
    if (!merged && rows_.size() == before) break;
  }
  merge_keys();
  add_checks();
  bool solved = settle_constants() && complete;

  asked_.clear();
  for (Predicate &predicate : predicates_) {
    std::vector<std::uint32_t> variables;
    collect_variables(predicate.term, variables);
    predicate.variables.clear();
    for (const std::uint32_t variable : variables) {
      const std::uint32_t top = root(variable);
      predicate.variables.push_back(top);
      asked_.push_back(top);
    }
  }
  std::sort(asked_.begin(), asked_.end());
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  predicates_of_.assign(asked_.size(), {});
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    for (const std::uint32_t top : predicates_[i].variables) {
      const auto position = std::lower_bound(asked_.begin(), asked_.end(), top) - asked_.begin();
      auto &list = predicates_of_[static_cast<std::size_t>(position)];
      if (list.empty() || list.back() != i) list.push_back(i);
    }
    if (predicates_[i].variables.empty() && !holds(predicates_[i])) {
      predicates_[i].dropped = true;
      ++unsatisfied_;
    }
  }
  // What cannot be satisfied goes, until the rest can be.
  for (std::size_t attempts = 0; !search(fresh); ++attempts) {
    const std::size_t dropped = to_drop();
    ++unsatisfied_;
    if (dropped == SIZE_MAX || attempts == most_dropped) {
      for (const std::uint32_t top : asked_) variables_[top].value.reset();
      break;
    }
    predicates_[dropped].dropped = true;
    if (wholly) break;
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

}  // namespace sluice::suite
