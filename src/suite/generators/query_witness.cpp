#include "query_witness.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "query_conditions.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite {

using sql::NodeId;
using sql::NodeKind;

namespace {

constexpr std::size_t max_choices = 400;

sql::SyntaxTree parsed(const std::string &sql) {
  sql::ParseOptions options;
  options.limits = {1 << 18, 1 << 16, 400};
  return sql::parse(sql, options);
}

}  // namespace

BoundQuery::BoundQuery(const std::string &sql, const Database &schema)
    : tree(parsed(sql)), bindings(sql::bind(tree, SqlNames(schema))) {}

QueryWitness::QueryWitness(const BoundQuery &query, Scenario &scenario,
                           const std::vector<Deviation> &deviation_list, std::size_t max_copies)
    : query_(query),
      tree_(query.tree),
      scenario_(scenario),
      deviations_(deviation_list),
      max_copies_(max_copies) {}

void QueryWitness::build() {
  if (sql::is_query(tree_.kind(tree_.root()))) require_query(tree_.root(), nullptr);
}

const Deviation *QueryWitness::deviation(Deviation::Kind kind, NodeId node) const {
  for (const Deviation &deviation : deviations_) {
    if (deviation.kind == kind && deviation.node == node) return &deviation;
  }
  return nullptr;
}

void QueryWitness::note(Choice choice) {
  if (choices_.size() >= max_choices) return;
  for (const Choice &known : choices_) {
    if (known.node == choice.node && known.kind == choice.kind) return;
  }
  choices_.push_back(std::move(choice));
}

void QueryWitness::note_unsolved(NodeId node) {
  std::string text =
      fmt::format("{} at byte {}", sql::name_of(tree_.kind(node)), tree_[node].begin);
  if (std::find(unsolved_.begin(), unsolved_.end(), text) == unsolved_.end()) {
    unsolved_.push_back(std::move(text));
  }
}

// ---- queries ---------------------------------------------------------------------------------

QueryWitness::Results QueryWitness::require_query(NodeId query, const Frame *outer) {
  if (recursion_.ends() || work_ > max_work) {
    note_unsolved(query);
    return {};
  }
  ++recursion_.depth;
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
    default: note_unsolved(query);
  }
  --recursion_.depth;
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
  const Deviation *populated = deviation(Deviation::Kind::populate, query);
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
        // Either the rows that the second arm removes, or others.
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
    if (is_plain_aggregate(tree_, id)) aggregates = true;
    return !sql::is_query(tree_.kind(id));
  });
  Choice choice{Choice::Kind::select, select, {}, 0, false, false, false};
  choice.grouped = group != sql::no_node;
  choice.ordered = tree_.child(select, NodeKind::order_by) != sql::no_node;
  choice.duplicates = from != sql::no_node;
  choice.count = aggregates && !choice.grouped ? 1 : 0;
  note(choice);

  std::size_t copies = copies_of(select);
  const bool duplicate = deviation(Deviation::Kind::duplicate, select) != nullptr;
  const bool tie = deviation(Deviation::Kind::tie, select) != nullptr;
  if (duplicate || tie || (from != sql::no_node && shares_a_source(from))) {
    copies = std::max<std::size_t>(copies, 2);
  }

  std::vector<Frame *> frames;
  for (std::size_t copy = 0; copy < copies; ++copy) {
    if (++work_ > max_work) break;
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
  // Reading a column records that it can be varied to NULL.
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
  for (const Deviation &deviation : deviations_) {
    if (deviation.kind != Deviation::Kind::share) continue;
    for (NodeId at = deviation.node; at != sql::no_node && !sql::is_query(tree_.kind(at));
         at = tree_.parent(at)) {
      if (at == from) return true;
    }
  }
  return false;
}

/// Makes all columns that the clause names equal in two copies of a select.
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
    if (kind == sql::JoinKind::right || kind == sql::JoinKind::full) note_unsolved(child);
    add_source(tree_.first_child(child), kind == sql::JoinKind::left, true, frame);
  }
}

void QueryWitness::add_source(NodeId node, bool left, bool many, Frame &frame) {
  if (tree_.kind(node) == NodeKind::join_tree) {
    if (recursion_.ends()) return note_unsolved(node);
    ++recursion_.depth;
    add_sources(node, frame);
    --recursion_.depth;
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
  if (deviation(Deviation::Kind::skip, node) != nullptr) {
    source.empty = true;
    source.padded = left;
  } else if (tree_.kind(node) == NodeKind::subquery) {
    source.results = require_query(tree_.first_child(node), &frame);
  } else if (tree_.kind(node) == NodeKind::table) {
    const sql::SourceBinding &binding = query_.bindings.source(node);
    const Source *first =
        frame.first != nullptr && deviation(Deviation::Kind::share, node) != nullptr
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
    note_unsolved(node);
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
    // The condition of an outer join need not hold if the joined source has no row.
    const Source *joined = find_source(source, frame);
    if (joined != nullptr && joined->padded) continue;
    if (const NodeId on = tree_.child(child, NodeKind::on); on != sql::no_node) {
      require(tree_.first_child(on), true, frame);
    }
    const NodeId names = tree_.child(child, NodeKind::using_names);
    equate_implied(names != sql::no_node ? names : child, frame);
  }
}

/// The implied columns of USING and NATURAL come in pairs.
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

}  // namespace sluice::inline v0::suite
