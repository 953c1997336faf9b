#include "query_witness.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "query_conditions.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::suite {

using sql::NodeId;
using sql::NodeKind;

namespace {

constexpr std::size_t deepest = 200;
/// Nodes looked at for one witness: copies of a large query end here.
constexpr std::size_t most_work = 200'000;
constexpr std::size_t most_choices = 400;

NodeId subquery_of(const sql::SyntaxTree &tree, NodeId node) {
  const NodeId first = tree.first_child(node);
  return first != sql::no_node && sql::is_query(tree.kind(first)) ? first : sql::no_node;
}

sql::SyntaxTree parsed(const std::string &sql) {
  sql::ParseOptions options;
  options.limits = {1 << 18, 1 << 16, 400};
  return sql::parse(sql, options);
}

}  // namespace

BoundQuery::BoundQuery(const std::string &sql, const Database &schema)
    : tree(parsed(sql)), bindings(sql::bind(tree, SqlNames(schema))) {}

QueryWitness::QueryWitness(const BoundQuery &query, Scenario &scenario,
                           const std::vector<Twist> &twists, std::size_t most_copies)
    : query_(query),
      tree_(query.tree),
      scenario_(scenario),
      twists_(twists),
      most_copies_(most_copies) {}

void QueryWitness::build() {
  if (sql::is_query(tree_.kind(tree_.root()))) require_query(tree_.root(), nullptr);
}

const Twist *QueryWitness::twist(Twist::Kind kind, NodeId node) const {
  for (const Twist &twist : twists_) {
    if (twist.kind == kind && twist.node == node) return &twist;
  }
  return nullptr;
}

void QueryWitness::note(Choice choice) {
  if (choices_.size() >= most_choices) return;
  for (const Choice &known : choices_) {
    if (known.node == choice.node && known.kind == choice.kind) return;
  }
  choices_.push_back(std::move(choice));
}

void QueryWitness::pass_over(NodeId node) {
  std::string text =
      fmt::format("{} at byte {}", sql::name_of(tree_.kind(node)), tree_[node].begin);
  if (std::find(unsolved_.begin(), unsolved_.end(), text) == unsolved_.end()) {
    unsolved_.push_back(std::move(text));
  }
}

// ---- queries ---------------------------------------------------------------------------------

QueryWitness::Results QueryWitness::require_query(NodeId query, const Frame *outer) {
  if (depth_ >= deepest || work_ > most_work) {
    pass_over(query);
    return {};
  }
  ++depth_;
  Results results;
  switch (tree_.kind(query)) {
    case NodeKind::select: results = require_select(query, outer); break;
    case NodeKind::compound: results = require_compound(query, outer); break;
    case NodeKind::values: {
      const Frame &frame = frames_.emplace_back(Frame{outer, nullptr, 1, {}});
      const NodeId row = tree_.child(query, NodeKind::row_values);
      for (const NodeId value : tree_.children(row)) results.push_back(read(value, frame));
      break;
    }
    default: pass_over(query);
  }
  --depth_;
  return results;
}

QueryWitness::Results QueryWitness::require_compound(NodeId query, const Frame *outer) {
  std::vector<NodeId> arms;
  for (const NodeId child : tree_.children(query)) {
    if (sql::is_query(tree_.kind(child))) arms.push_back(child);
  }
  if (arms.size() != 2) return {};
  const auto op = tree_[query].as<sql::SetOperator>();
  note({Choice::Kind::negated, query, {}, 0, false, false, false});
  const Twist *populated = twist(Twist::Kind::populate, query);
  const bool others = populated != nullptr && populated->count == 1;
  Results left = require_query(arms[0], outer);
  switch (op) {
    case sql::SetOperator::intersect:
    case sql::SetOperator::intersect_all: {
      const Results right = require_query(arms[1], outer);
      for (std::size_t i = 0; populated == nullptr && i < std::min(left.size(), right.size());
           ++i) {
        require_equal(left[i], right[i]);
      }
      break;
    }
    case sql::SetOperator::except:
    case sql::SetOperator::except_all:
      if (populated != nullptr) {
        // What the second arm takes away, or something else.
        const Results right = require_query(arms[1], outer);
        for (std::size_t i = 0; !others && i < std::min(left.size(), right.size()); ++i) {
          require_equal(left[i], right[i]);
        }
      }
      break;
    default: {
      const Results right = require_query(arms[1], outer);
      for (std::size_t i = 0;
           populated != nullptr && !others && i < std::min(left.size(), right.size()); ++i) {
        require_equal(left[i], right[i]);
      }
    }
  }
  return left;
}

QueryWitness::Results QueryWitness::require_select(NodeId select, const Frame *outer) {
  const NodeId from = tree_.child(select, NodeKind::from);
  const NodeId where = tree_.child(select, NodeKind::where);
  const NodeId group = tree_.child(select, NodeKind::group_by);
  const NodeId having = tree_.child(select, NodeKind::having);
  const NodeId list = tree_.child(select, NodeKind::select_list);

  bool aggregates = false;
  sql::walk(tree_, list, [&](NodeId id) {
    if (is_aggregate(tree_, id)) aggregates = true;
    return !sql::is_query(tree_.kind(id));
  });
  Choice choice{Choice::Kind::select, select, {}, 0, false, false, false};
  choice.grouped = group != sql::no_node;
  choice.ordered = tree_.child(select, NodeKind::order_by) != sql::no_node;
  choice.duplicates = from != sql::no_node;
  choice.count = aggregates && !choice.grouped ? 1 : 0;
  note(choice);

  std::size_t copies = copies_of(select);
  const bool duplicate = twist(Twist::Kind::duplicate, select) != nullptr;
  const bool tie = twist(Twist::Kind::tie, select) != nullptr;
  if (duplicate || tie || (from != sql::no_node && shares_a_source(from))) {
    copies = std::max<std::size_t>(copies, 2);
  }

  std::vector<Frame *> frames;
  for (std::size_t copy = 0; copy < copies; ++copy) {
    if (++work_ > most_work) break;
    Frame &frame =
        frames_.emplace_back(Frame{outer, frames.empty() ? nullptr : frames.front(), copies, {}});
    frames.push_back(&frame);
    if (from != sql::no_node) {
      add_sources(from, frame);
      require_joins(from, frame);
    }
    if (where != sql::no_node) require(tree_.first_child(where), true, frame);
    if (having != sql::no_node) require_having(tree_.first_child(having), frame);
    if (group == sql::no_node) continue;
    for (const NodeId key : tree_.children(group)) {
      const Term term = read(key, frame);
      if (copy > 0) require_equal(read(key, *frames.front()), term);
    }
  }
  if (frames.empty()) return {};
  const NodeId order = tree_.child(select, NodeKind::order_by);
  if (duplicate && frames.size() > 1) equate_columns(list, frames);
  if (tie && order != sql::no_node && frames.size() > 1) equate_columns(order, frames);
  // Columns that are named anywhere in the select may be NULL.
  for (const NodeId clause : {list, group, having, order}) {
    if (clause == sql::no_node) continue;
    sql::walk(tree_, clause, [&](NodeId id) {
      if (tree_.kind(id) == NodeKind::column) read(id, *frames.front());
      return !sql::is_query(tree_.kind(id));
    });
  }
  return results_of(select, *frames.front());
}

bool QueryWitness::shares_a_source(NodeId from) const {
  for (const Twist &twist : twists_) {
    if (twist.kind != Twist::Kind::share) continue;
    for (NodeId at = twist.node; at != sql::no_node && !sql::is_query(tree_.kind(at));
         at = tree_.parent(at)) {
      if (at == from) return true;
    }
  }
  return false;
}

/// Whatever two copies of a select name there is equal.
void QueryWitness::equate_columns(NodeId clause, const std::vector<Frame *> &frames) {
  sql::walk(tree_, clause, [&](NodeId id) {
    if (tree_.kind(id) == NodeKind::column) {
      require_equal(read(id, *frames[0]), read(id, *frames[1]));
    } else if (tree_.kind(id) == NodeKind::star) {
      const NodeId select = tree_.parent(clause);
      if (tree_.kind(tree_.parent(id)) == NodeKind::function) return false;
      const Results first = results_of(select, *frames[0]);
      const Results second = results_of(select, *frames[1]);
      for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        require_equal(first[i], second[i]);
      }
    }
    return !sql::is_query(tree_.kind(id));
  });
}

QueryWitness::Results QueryWitness::results_of(NodeId select, const Frame &frame) {
  Results results;
  const auto implied = query_.bindings.implied();
  for (const NodeId item : tree_.children(tree_.child(select, NodeKind::select_list))) {
    if (tree_.kind(item) != NodeKind::star) {
      const NodeId value = tree_.kind(item) == NodeKind::aliased ? tree_.first_child(item) : item;
      results.push_back(read(value, frame));
      continue;
    }
    for (const sql::ImpliedColumn &column : implied) {
      if (column.node != item) continue;
      const Source *source = find_source(column.source, frame);
      if (source == nullptr || source->empty) {
        results.emplace_back();
      } else if (source->row != Scenario::no_row) {
        results.push_back(scenario_.term(source->row, column.column));
      } else {
        results.push_back(column.column < source->results.size() ? source->results[column.column]
                                                                 : Term());
      }
    }
  }
  return results;
}

// ---- sources ---------------------------------------------------------------------------------

void QueryWitness::add_sources(NodeId from, Frame &frame) {
  const bool many =
      tree_.child(from, NodeKind::join) != sql::no_node || tree_.kind(from) == NodeKind::join_tree;
  for (const NodeId child : tree_.children(from)) {
    if (tree_.kind(child) == NodeKind::alias) continue;
    if (tree_.kind(child) != NodeKind::join) {
      add_source(child, false, many, frame);
      continue;
    }
    const auto kind = tree_[child].as<sql::JoinKind>();
    if (kind == sql::JoinKind::right || kind == sql::JoinKind::full) pass_over(child);
    add_source(tree_.first_child(child), kind == sql::JoinKind::left, true, frame);
  }
}

void QueryWitness::add_source(NodeId node, bool left, bool many, Frame &frame) {
  if (tree_.kind(node) == NodeKind::join_tree) {
    add_sources(node, frame);
    return;
  }
  Source source;
  source.node = node;
  if (many)
    note({left ? Choice::Kind::left_source : Choice::Kind::source,
          node,
          {},
          0,
          false,
          false,
          false});
  if (twist(Twist::Kind::skip, node) != nullptr) {
    source.empty = true;
    source.padded = left;
  } else if (tree_.kind(node) == NodeKind::subquery) {
    source.results = require_query(tree_.first_child(node), &frame);
  } else if (tree_.kind(node) == NodeKind::table) {
    const sql::SourceBinding &binding = query_.bindings.source(node);
    const Source *first = frame.first != nullptr && twist(Twist::Kind::share, node) != nullptr
                              ? find_source(node, *frame.first)
                              : nullptr;
    if (first != nullptr && first->row != Scenario::no_row) {
      source.row = first->row;
    } else if (binding.table != sql::no_position) {
      source.row = scenario_.add_row(binding.table);
    } else if (binding.common_table != sql::no_node) {
      const NodeId body = tree_.last_child(binding.common_table);
      if (sql::is_query(tree_.kind(body))) source.results = require_query(body, frame.outer);
    }
    source.empty = source.row == Scenario::no_row && source.results.empty();
  } else {
    pass_over(node);
    source.empty = true;
  }
  frame.sources.push_back(std::move(source));
}

void QueryWitness::require_joins(NodeId from, Frame &frame) {
  for (const NodeId child : tree_.children(from)) {
    if (tree_.kind(child) == NodeKind::join_tree) require_joins(child, frame);
    if (tree_.kind(child) != NodeKind::join) continue;
    const NodeId source = tree_.first_child(child);
    if (tree_.kind(source) == NodeKind::join_tree) require_joins(source, frame);
    // What an outer join finds nothing for is not asked to fit.
    const Source *joined = find_source(source, frame);
    if (joined != nullptr && joined->padded) continue;
    if (const NodeId on = tree_.child(child, NodeKind::on); on != sql::no_node) {
      require(tree_.first_child(on), true, frame);
    }
    const NodeId names = tree_.child(child, NodeKind::using_names);
    equate_implied(names != sql::no_node ? names : child, frame);
  }
}

/// The columns of USING and NATURAL stand in pairs.
void QueryWitness::equate_implied(NodeId node, const Frame &frame) {
  const sql::ImpliedColumn *before = nullptr;
  for (const sql::ImpliedColumn &column : query_.bindings.implied()) {
    if (column.node != node) continue;
    if (before == nullptr) {
      before = &column;
      continue;
    }
    const auto term = [&](const sql::ImpliedColumn &of) {
      const Source *source = find_source(of.source, frame);
      if (source == nullptr || source->empty) return Term();
      if (source->row != Scenario::no_row) return scenario_.term(source->row, of.column);
      return of.column < source->results.size() ? source->results[of.column] : Term();
    };
    require_equal(term(*before), term(column));
    before = nullptr;
  }
}

const QueryWitness::Source *QueryWitness::find_source(NodeId node, const Frame &frame) const {
  for (const Frame *at = &frame; at != nullptr; at = at->outer) {
    for (const Source &source : at->sources) {
      if (source.node == node) return &source;
    }
  }
  return nullptr;
}

// ---- how many rows ---------------------------------------------------------------------------

std::size_t QueryWitness::copies_of(NodeId select) {
  if (const Twist *given = twist(Twist::Kind::copies, select)) {
    return std::min(given->count, most_copies_);
  }
  std::size_t copies = 1;
  if (const NodeId having = tree_.child(select, NodeKind::having); having != sql::no_node) {
    const std::size_t needed = needed_by(tree_.first_child(having));
    copies = std::max(copies, needed);
  }
  if (const NodeId limit = tree_.child(select, NodeKind::limit); limit != sql::no_node) {
    const NodeId offset = tree_.child(limit, NodeKind::offset);
    const auto count = constant_of(tree_, tree_.first_child(limit));
    const auto skipped =
        offset == sql::no_node ? 0.0 : constant_of(tree_, tree_.first_child(offset));
    if (count && *count >= 1) {
      note({Choice::Kind::threshold,
            select,
            {},
            static_cast<std::size_t>(std::min(*count, 1e6)),
            false,
            false,
            false});
    }
    if (skipped && *skipped > 0) {
      copies = std::max(copies, static_cast<std::size_t>(std::min(*skipped, 1e6)) + 1);
    }
  }
  if (copies > most_copies_) pass_over(select);
  return std::min(copies, most_copies_);
}

std::size_t QueryWitness::needed_by(NodeId having) {
  std::size_t needed = 1;
  for (const CountCondition &condition : count_conditions(tree_, having)) {
    needed = std::max(needed, condition.needed);
    note({Choice::Kind::threshold,
          ancestor(tree_, having, NodeKind::select),
          {},
          condition.threshold,
          false,
          true,
          false});
  }
  return needed;
}

void QueryWitness::require_having(NodeId node, const Frame &frame) {
  if (tree_.kind(node) == NodeKind::paren) return require_having(tree_.first_child(node), frame);
  if (tree_.kind(node) == NodeKind::binary &&
      tree_[node].as<sql::Operator>() == sql::Operator::logical_and) {
    for (const NodeId side : tree_.children(node)) require_having(side, frame);
    return;
  }
  // Counts are satisfied by the number of rows.
  if (!count_conditions(tree_, node).empty()) return;
  require(node, true, frame);
}

// ---- conditions ------------------------------------------------------------------------------

void QueryWitness::require(NodeId node, bool wanted, const Frame &frame) {
  if (++work_ > most_work || depth_ >= deepest) return pass_over(node);
  ++depth_;
  const sql::Node &at = tree_[node];
  const auto op = at.as<sql::Operator>();
  if (at.kind == NodeKind::paren) {
    require(at.first_child, wanted, frame);
  } else if (at.kind == NodeKind::unary && op == sql::Operator::logical_not) {
    require(at.first_child, !wanted, frame);
  } else if (at.kind == NodeKind::binary &&
             (op == sql::Operator::logical_and || op == sql::Operator::logical_or)) {
    if ((op == sql::Operator::logical_and) == wanted) {
      require_each(node, wanted, frame);
    } else {
      require_either(node, wanted, frame);
    }
  } else if (at.kind == NodeKind::exists) {
    note({Choice::Kind::negated, node, {}, 0, false, false, false});
    const bool turned = twist(Twist::Kind::populate, node) != nullptr;
    if (wanted != turned) require_query(at.first_child, &frame);
  } else if (at.kind == NodeKind::in) {
    require_in(node, wanted != at.has(sql::flag::negated), frame);
  } else {
    require_atom(node, wanted, frame);
  }
  --depth_;
}

/// Both operands. A chain leans to the left: without a call each link, however long it is.
void QueryWitness::require_each(NodeId node, bool wanted, const Frame &frame) {
  std::vector<NodeId> sides;
  const std::uint8_t op = tree_[node].op;
  NodeId at = node;
  while (tree_.kind(at) == NodeKind::binary && tree_[at].op == op) {
    sides.push_back(tree_.next_sibling(tree_.first_child(at)));
    at = tree_.first_child(at);
  }
  require(at, wanted, frame);
  for (auto side = sides.rbegin(); side != sides.rend(); ++side) require(*side, wanted, frame);
}

void QueryWitness::require_either(NodeId node, bool wanted, const Frame &frame) {
  note({Choice::Kind::either, node, {}, 2, false, false, false});
  const Twist *branch = twist(Twist::Kind::branch, node);
  const std::size_t chosen = branch != nullptr ? branch->count : 0;
  if (chosen == 2) {
    for (const NodeId side : tree_.children(node)) require(side, wanted, frame);
  } else {
    require(tree_.child(node, chosen), wanted, frame);
  }
}

void QueryWitness::require_in(NodeId node, bool wanted, const Frame &frame) {
  const NodeId set = tree_.next_sibling(tree_.first_child(node));
  if (tree_.kind(set) == NodeKind::list)
    return require_atom(node, wanted != tree_[node].has(sql::flag::negated), frame);
  note({Choice::Kind::negated, node, {}, 0, false, false, false});
  const Twist *populate = twist(Twist::Kind::populate, node);
  const bool turned = populate != nullptr;
  if (!wanted && !turned) return;
  const NodeId query =
      tree_.kind(set) == NodeKind::subquery ? subquery_of(tree_, set) : sql::no_node;
  if (query == sql::no_node) return pass_over(node);
  const Results results = require_query(query, &frame);
  // What is to be in there and is turned: the subquery has rows, but others.
  if (turned && (wanted || populate->count == 1)) return;
  const NodeId tested = tree_.first_child(node);
  if (!results.empty()) require_equal(read(tested, frame), results[0]);
}

void QueryWitness::require_atom(NodeId node, bool wanted, const Frame &frame) {
  const Term term = read(node, frame);
  if (term.kind == Term::Kind::unknown) return pass_over(node);
  std::vector<std::uint32_t> variables;
  collect_variables(term, variables);
  if (variables.empty()) {
    scenario_.require(term, wanted ? Scenario::Wanted::yes : Scenario::Wanted::no);
    return;
  }
  Choice choice{Choice::Kind::atom, node, {}, variables.size(), false, false, false};
  if (variables.size() == 1) choice.literals = literals_of(term);
  note(std::move(choice));
  if (const Twist *pin = twist(Twist::Kind::pin, node)) {
    if (pin->value.is_null()) {
      scenario_.set_null(variables[0]);
    } else {
      scenario_.bind(variables[0], pin->value);
    }
    return;
  }
  if (twist(Twist::Kind::negate, node) != nullptr) wanted = !wanted;
  if (term.kind == Term::Kind::binary && term.op == sql::Operator::equal && wanted) {
    return require_equal(term.arguments[0], term.arguments[1]);
  }
  if (term.kind == Term::Kind::unary && term.arguments[0].kind == Term::Kind::variable) {
    if ((term.op == sql::Operator::is_null) == wanted &&
        (term.op == sql::Operator::is_null || term.op == sql::Operator::not_null)) {
      return scenario_.set_null(term.arguments[0].variable);
    }
  }
  scenario_.require(term, wanted ? Scenario::Wanted::yes : Scenario::Wanted::no);
}

void QueryWitness::require_equal(const Term &left, const Term &right) {
  const bool a = left.kind == Term::Kind::variable, b = right.kind == Term::Kind::variable;
  if (left.kind == Term::Kind::unknown || right.kind == Term::Kind::unknown) return;
  if (a && b) return scenario_.equate(left.variable, right.variable);
  if (a && right.kind == Term::Kind::literal && !right.value.is_null()) {
    return scenario_.bind(left.variable, stored_as(right.value, left.affinity));
  }
  if (b && left.kind == Term::Kind::literal && !left.value.is_null()) {
    return scenario_.bind(right.variable, stored_as(left.value, right.affinity));
  }
  scenario_.require(Term::of_binary(sql::Operator::equal, left, right), Scenario::Wanted::yes);
}

// ---- expressions -----------------------------------------------------------------------------

Term QueryWitness::read(NodeId node, const Frame &frame) {
  return term_of(tree_, node, [&](NodeId asked) { return resolve(asked, frame); });
}

Term QueryWitness::resolve(NodeId node, const Frame &frame) {
  if (++work_ > most_work || depth_ >= deepest) return {};
  ++depth_;
  Term term;
  switch (tree_.kind(node)) {
    case NodeKind::column: term = resolve_column(node, frame); break;
    case NodeKind::subquery:
      if (const NodeId query = subquery_of(tree_, node); query != sql::no_node) {
        const Results results = require_query(query, &frame);
        if (!results.empty()) term = results[0];
      }
      break;
    case NodeKind::function:
      if (!is_aggregate(tree_, node)) break;
      // Of one row, most aggregates are its value.
      if (same_name(tree_.text(node), "count")) {
        term = Term::of_value(Value::of(std::int64_t{1}));
      } else {
        for (const NodeId child : tree_.children(node)) {
          if (tree_.kind(child) == NodeKind::distinct) continue;
          term = read(child, frame);
          break;
        }
        // All copies of a select are alike.
        if (frame.copies > 1 && same_name(tree_.text(node), "sum") &&
            term.kind != Term::Kind::unknown) {
          const auto copies = static_cast<std::int64_t>(frame.copies);
          term = Term::of_binary(sql::Operator::multiply, std::move(term),
                                 Term::of_value(Value::of(copies)));
        }
      }
      break;
    default: break;
  }
  --depth_;
  return term;
}

Term QueryWitness::resolve_column(NodeId node, const Frame &frame) {
  const sql::Binding &binding = query_.bindings[node];
  switch (binding.meaning) {
    case sql::Meaning::string: return Term::of_value(Value::of_text(tree_.text(node)));
    case sql::Meaning::result:
      return binding.result == sql::no_node || binding.result == node ? Term()
                                                                      : read(binding.result, frame);
    case sql::Meaning::column:
    case sql::Meaning::rowid: {
      const Source *source = find_source(binding.source, frame);
      if (source == nullptr || binding.column == sql::no_position) return {};
      if (source->padded) return Term::of_value(Value());
      if (source->row == Scenario::no_row) return {};
      note({Choice::Kind::column, node, {}, 0, false, false, false});
      const Term term = scenario_.term(source->row, binding.column);
      if (twist(Twist::Kind::make_null, node) != nullptr) scenario_.set_null(term.variable);
      return term;
    }
    case sql::Meaning::derived: {
      const Source *source = find_source(binding.source, frame);
      if (source == nullptr || binding.column >= source->results.size()) return {};
      return source->results[binding.column];
    }
    default: return {};
  }
}

}  // namespace sluice::suite
