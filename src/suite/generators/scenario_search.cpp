// Finds values that satisfy a scenario, trying values near the constants in its predicates first.

#include <algorithm>
#include <utility>

#include "query_constants.hpp"
#include "scenario.hpp"

namespace sluice::inline v0::suite {
namespace {

constexpr std::size_t max_candidates = 64;

void collect_literals(const Term &term, std::vector<Value> &literals) {
  if (term.kind == Term::Kind::literal && !term.value.is_null()) literals.push_back(term.value);
  if (term.kind == Term::Kind::pattern && term.arguments[1].kind == Term::Kind::literal) {
    for (const std::string &text : texts_like(term.arguments[1].value.text())) {
      literals.push_back(Value::of_text(text));
    }
  }
  for (const Term &argument : term.arguments) collect_literals(argument, literals);
}

/// Adds the value, its neighbors just above and below, and some that are further away.
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
    // A year, as strftime returns it.
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
    // SQLite would store such a value in an integer column, but nothing expects it there.
    if (known.affinity == Affinity::integer && stored.kind == CellKind::real) return false;
    for (const KeyConstraint &key : rules_.constraints.keys()) {
      if (key.table != member.table || key.columns.size() != 1 || key.columns[0] != member.column) {
        continue;
      }
      const std::size_t column =
          rules_.constraints.schema().tables()[member.table].first_column + member.column;
      if (fresh.used.contains({column, stored})) return false;
      for (const std::uint32_t other : constrained_) {
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
  const auto position =
      std::lower_bound(constrained_.begin(), constrained_.end(), top) - constrained_.begin();
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
    // For two numbers that are added or compared: their mean, and their sum.
    for (std::size_t i = 0; i + 1 < literals.size() && i < 4; ++i) {
      if (!literals[i].is_number() || !literals[i + 1].is_number()) continue;
      const double a = literals[i].number(), b = literals[i + 1].number();
      near.push_back(Value::of((a + b) / 2));
      add_near(Value::of(static_cast<std::int64_t>(std::clamp(a + b, -1e15, 1e15))), near);
    }
  }
  // Concatenates patterns that the same text must match: the one that fixes the beginning comes
  // first, the one that fixes the end last.
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
    if (all.size() < max_candidates && std::find(all.begin(), all.end(), value) == all.end()) {
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

/// The last predicate on the variable that the search got stuck at; SIZE_MAX if there is none.
std::size_t Scenario::to_drop() const {
  if (stuck_ < constrained_.size()) {
    const auto &indexes = predicates_of_[stuck_];
    for (auto index = indexes.rbegin(); index != indexes.rend(); ++index) {
      if (*index >= constraint_count_ && !predicates_[*index].dropped) return *index;
    }
  }
  for (std::size_t index = predicates_.size(); index-- > constraint_count_;) {
    if (!predicates_[index].dropped) return index;
  }
  return SIZE_MAX;
}

/// Depth-first search over a bounded number of values.
bool Scenario::search(FreshNumbers &fresh) {
  std::vector<std::vector<Value>> choices(constrained_.size());
  std::vector<std::size_t> next(constrained_.size(), 0);
  const std::size_t max_steps = limits_.steps + 100 * constrained_.size();
  std::size_t steps = 0, at = 0;
  stuck_ = 0;
  bool entering = true;
  while (at < constrained_.size()) {
    Variable &variable = variables_[constrained_[at]];
    if (entering) {
      variable.value.reset();
      choices[at] = candidates(constrained_[at], fresh);
      next[at] = 0;
    }
    bool found = false;
    const bool fixed = variable.constant || variable.null;
    while (!found && next[at] < choices[at].size() && steps++ < max_steps) {
      const Value &value = choices[at][next[at]++];
      variable.value.reset();
      if (!fixed && !value.is_null() && !fits(constrained_[at], value, fresh)) continue;
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
    // Changing other variables cannot help, since all predicates use this variable alone.
    if (at == 0 || steps >= max_steps || is_alone(at)) return false;
    --at;
    entering = false;
  }
  return true;
}

Value Scenario::fresh_value(std::uint32_t top, FreshNumbers &fresh) const {
  // Values of a reference look like those of the column that it refers to: they share a pool.
  std::uint32_t like = top;
  for (std::uint32_t at = variables_[top].next_member; at != top; at = variables_[at].next_member) {
    // Numbers can be stored in every column, words cannot.
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

}  // namespace sluice::inline v0::suite
