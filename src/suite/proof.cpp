#include "sluice/suite/proof.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0 {
namespace {

using sql::KeyColumn;
using sql::KeyFacts;

void add_tables(std::string_view text, const Database &schema, std::vector<bool> &read) {
  sql::SyntaxTree tree;
  try {
    sql::parse(text, tree);
  } catch (const sql::SyntaxError &) {
    return;
  }
  const SqlNames names(schema);
  const sql::Bindings bindings = sql::bind(tree, names);
  for (const sql::NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == sql::NodeKind::table && bindings.source(id).table != sql::no_position)
      read[bindings.source(id).table] = true;
  }
}

/// A list of facts, some of which can be disabled.
class FactList {
 public:
  FactList(const KeyFacts &all, const std::vector<bool> &tables) : collations_(all.collations) {
    for (const sql::KeyReference &fact : all.references) {
      if (tables[fact.from.table] && tables[fact.to.table]) references_.push_back(fact);
    }
    for (const sql::CompositeKey &fact : all.composites) {
      if (tables[fact.table]) composites_.push_back(fact);
    }
    for (const KeyColumn &fact : all.unique) {
      if (tables[fact.table]) unique_.push_back(fact);
    }
    for (const KeyColumn &fact : all.not_null) {
      if (tables[fact.table]) not_null_.push_back(fact);
    }
    kept_.resize(references_.size() + composites_.size() + unique_.size() + not_null_.size(), true);
  }

  std::size_t size() const noexcept { return kept_.size(); }
  void keep(std::size_t first, std::size_t end, bool kept) {
    std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(first),
              kept_.begin() + static_cast<std::ptrdiff_t>(end), kept);
  }
  KeyFacts facts() const {
    KeyFacts facts;
    facts.collations = collations_;
    std::size_t at = 0;
    const auto choose = [&](const auto &from, auto &to) {
      for (const auto &fact : from) {
        if (kept_[at++]) to.push_back(fact);
      }
    };
    choose(references_, facts.references);
    choose(composites_, facts.composites);
    choose(unique_, facts.unique);
    choose(not_null_, facts.not_null);
    return facts;
  }

 private:
  std::vector<sql::KeyReference> references_;
  std::vector<sql::CompositeKey> composites_;
  std::vector<KeyColumn> unique_, not_null_;
  std::vector<bool> kept_;
  bool collations_;
};

class Minimizer {
 public:
  Minimizer(std::string_view gold, std::string_view predicted, const Constraints &constraints,
            const NormalFormOptions &options)
      : gold_(gold), predicted_(predicted), schema_(constraints.schema()), options_(options) {}

  KeyFacts run(FactList facts) const {
    if (holds(facts)) leave_out(facts, 0, facts.size());
    return facts.facts();
  }

 private:
  bool holds(const FactList &facts) const {
    const KeyFacts keys = facts.facts();
    const auto form = normal_form(gold_, schema_, keys, options_);
    return form && form == normal_form(predicted_, schema_, keys, options_);
  }
  /// Disables facts by halves, down to single facts; most proofs need few.
  void leave_out(FactList &facts, std::size_t first, std::size_t end) const {
    if (first == end) return;
    facts.keep(first, end, false);
    if (holds(facts)) return;
    facts.keep(first, end, true);
    if (end - first == 1) return;
    const std::size_t middle = first + (end - first) / 2;
    leave_out(facts, first, middle);
    leave_out(facts, middle, end);
  }

  std::string_view gold_, predicted_;
  const Database &schema_;
  const NormalFormOptions &options_;
};

class Statements {
 public:
  explicit Statements(const Constraints &constraints) : constraints_(constraints) {}

  std::vector<ProofConstraint> of(const KeyFacts &facts) const {
    std::vector<ProofConstraint> all;
    for (const KeyColumn &key : facts.unique) {
      all.push_back({name(key) + " is a key", key_origin(key.table, {key.column})});
    }
    for (const sql::CompositeKey &key : facts.composites) {
      std::string columns;
      for (const std::uint32_t column : key.columns) {
        columns += columns.empty() ? "" : ", ";
        columns += column_name({key.table, column});
      }
      all.push_back({fmt::format("{} ({}) is a key", table_name(key.table), columns),
                     key_origin(key.table, key.columns)});
    }
    for (const KeyColumn &column : facts.not_null) {
      all.push_back({name(column) + " is never NULL",
                     constraints_.column(column.table, column.column).not_null_origin});
    }
    for (const sql::KeyReference &reference : facts.references) {
      all.push_back({fmt::format("{} refers to {}", name(reference.from), name(reference.to)),
                     reference_origin(reference)});
    }
    return all;
  }

 private:
  std::string_view table_name(std::uint32_t table) const {
    return constraints_.schema().tables()[table].name;
  }
  std::string_view column_name(KeyColumn column) const {
    return constraints_.schema().tables()[column.table].columns[column.column].name;
  }
  std::string name(KeyColumn column) const {
    return fmt::format("{}.{}", table_name(column.table), column_name(column));
  }
  Origin key_origin(std::uint32_t table, std::vector<std::uint32_t> columns) const {
    for (const KeyConstraint &key : constraints_.keys()) {
      std::vector<std::uint32_t> of_key = key.columns;
      std::sort(of_key.begin(), of_key.end());
      if (key.table == table && of_key == columns) return key.origin;
    }
    return Origin::declared;
  }
  Origin reference_origin(const sql::KeyReference &wanted) const {
    for (const ReferenceConstraint &reference : constraints_.references()) {
      if (reference.columns.size() == 1 &&
          wanted.from == KeyColumn{reference.table, reference.columns[0]} &&
          wanted.to == KeyColumn{reference.referenced_table, reference.referenced_columns[0]}) {
        return reference.origin;
      }
    }
    return Origin::declared;
  }

  const Constraints &constraints_;
};

}  // namespace

std::string text_of(const ProofConstraint &constraint) {
  return fmt::format("{} ({})", constraint.statement, name_of(constraint.origin));
}

std::vector<ProofConstraint> proof_constraints(std::string_view gold, std::string_view predicted,
                                               const Constraints &constraints,
                                               const NormalFormOptions &options) {
  std::vector<bool> tables(constraints.schema().tables().size());
  add_tables(gold, constraints.schema(), tables);
  add_tables(predicted, constraints.schema(), tables);
  const FactList facts(constraints.key_facts(), tables);
  return Statements(constraints).of(Minimizer(gold, predicted, constraints, options).run(facts));
}

}  // namespace sluice::inline v0
