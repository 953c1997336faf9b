#include "sluice/suite/refuter.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "minimize.hpp"
#include "pair_probe.hpp"
#include "program_key.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/exhaustive_generator.hpp"
#include "sluice/suite/generator.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0 {

std::string_view name_of(ProofKind proof) noexcept {
  switch (proof) {
    case ProofKind::none: return "none";
    case ProofKind::form: return "form";
    case ProofKind::program: return "program";
  }
  return "";
}

std::string Refutation::script() const {
  return database ? to_sql(*database, *constraints) : std::string();
}

namespace {

using sql::NodeId;
using sql::NodeKind;
using suite::PairProbe;

/// Number of random databases that are tried before directed ones: they show most differences and
/// are small already.
constexpr std::size_t first_tiny = 40;
/// Number of databases that are tried after a difference in rows that one query leaves open, before
/// that difference is accepted for lack of a better one.
constexpr std::size_t one_sided_patience = 300;
/// Maximum number of directed databases.
constexpr std::size_t max_directed = 300;

/// Facts about a query that guide the search.
struct QueryFacts {
  bool read = false;
  bool ordered = false;      ///< Its outermost query has ORDER BY.
  bool row_numbers = false;  ///< It reads rowid.
  std::vector<std::uint32_t> tables;
  std::vector<sql::KeyColumn> columns;
};

QueryFacts facts_of(std::string_view text, const Database &schema) {
  QueryFacts facts;
  const std::string lower = lower_ascii(text);
  facts.ordered = lower.find("order by") != lower.npos;
  facts.row_numbers = lower.find("rowid") != lower.npos || lower.find("oid") != lower.npos;
  sql::SyntaxTree tree;
  try {
    sql::parse(text, tree);
  } catch (const sql::SyntaxError &) {
    return facts;
  }
  const SqlNames names(schema);
  const sql::Bindings bindings = sql::bind(tree, names);
  if (!is_query(tree.kind(tree.root())) || !bindings.problems().empty()) return facts;
  facts.read = true;
  facts.ordered = tree.child(tree.root(), NodeKind::order_by) != sql::no_node;
  facts.row_numbers = false;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::table && bindings.source(id).table != sql::no_position) {
      facts.tables.push_back(bindings.source(id).table);
    }
    if (tree.kind(id) != NodeKind::column) continue;
    const sql::Binding &binding = bindings[id];
    if (binding.meaning == sql::Meaning::rowid && binding.column == sql::no_position) {
      facts.row_numbers = true;
    } else if (binding.meaning == sql::Meaning::rowid || binding.meaning == sql::Meaning::column) {
      facts.columns.push_back({binding.table, binding.column});
    }
  }
  for (const sql::ImpliedColumn &implied : bindings.implied()) {
    if (implied.table != sql::no_position && implied.column != sql::no_position)
      facts.columns.push_back({implied.table, implied.column});
  }
  return facts;
}

/// The tables that the two queries use; all tables if one of them cannot be parsed.
std::shared_ptr<const Constraints> needed(const Constraints &constraints, const QueryFacts &gold,
                                          const QueryFacts &predicted) {
  std::vector<std::uint32_t> tables = gold.tables;
  tables.insert(tables.end(), predicted.tables.begin(), predicted.tables.end());
  if (!gold.read || !predicted.read) {
    tables.clear();
    for (std::uint32_t i = 0; i < constraints.schema().tables().size(); ++i) tables.push_back(i);
  }
  return std::make_shared<const Constraints>(constraints.restricted_to(tables));
}

/// The number of databases that these domains allow, at most `max_count` + 1.
std::size_t database_count(const Constraints &constraints, std::span<const ColumnDomain> domains,
                           std::size_t rows, std::size_t max_count) {
  std::vector<double> tuples(constraints.schema().tables().size(), 0);
  for (const ColumnDomain &domain : domains) {
    double &count = tuples[domain.table];
    count = std::max(count, 1.0) * static_cast<double>(domain.values.size());
  }
  double databases = 1;
  for (const double count : tuples) {
    if (count == 0) continue;
    databases *= rows == 1 ? 1 + count : 1 + count + count * (count + 1) / 2;
  }
  return databases > static_cast<double>(max_count) ? max_count + 1
                                                    : static_cast<std::size_t>(databases);
}

class RefutationSearch {
 public:
  RefutationSearch(std::string_view gold, std::string_view predicted,
                   const Constraints &constraints, const RefuterOptions &options,
                   const CancellationToken &token)
      : gold_(gold), predicted_(predicted), options_(options), token_(token) {
    const QueryFacts whole_gold = facts_of(gold, constraints.schema());
    const QueryFacts whole_predicted = facts_of(predicted, constraints.schema());
    constraints_ = needed(constraints, whole_gold, whole_predicted);
    gold_facts_ = facts_of(gold, constraints_->schema());
    predicted_facts_ = facts_of(predicted, constraints_->schema());
    result_.constraints = constraints_;
  }

  Refutation run() {
    ComparisonRules rules;
    rules.mode = options_.mode;
    rules.order = gold_facts_.ordered ? RowOrder::matters : RowOrder::ignored;
    QueryLimits limits;
    limits.steps = options_.steps;
    limits.seconds = 10;
    PairProbe probe(*constraints_, gold_, predicted_, rules,
                    gold_facts_.row_numbers || predicted_facts_.row_numbers, limits, token_);
    probe_ = &probe;
    if (!can_be_run() || is_proved()) return std::move(result_);
    search();
    finish();
    return std::move(result_);
  }

 private:
  bool can_be_run() {
    result_.verdict = RefutationVerdict::failed;
    for (const bool of_gold : {true, false}) {
      const QueryOutcome &outcome = of_gold ? probe_->gold_outcome() : probe_->predicted_outcome();
      result_.gold_failed = of_gold;
      if (!outcome.finished()) {
        result_.message = outcome.message.empty() ? name_of(outcome.end) : outcome.message;
        return false;
      }
      for (const std::string &name : outcome.unstable) {
        if (name != "random" && name != "randomblob") continue;
        result_.message = fmt::format("gives a different result each time because of {}", name);
        return false;
      }
    }
    result_.gold_failed = false;
    return true;
  }

  bool is_proved() {
    if (!options_.prove) return false;
    const auto program = [this](const std::string &text) {
      return suite::program_key(
          [this](std::string_view sql, RowVisitor visit) { return probe_->run(sql, visit); }, text);
    };
    result_.verdict = RefutationVerdict::proved;
    const sql::KeyFacts keys = constraints_->key_facts();
    NormalFormOptions options;
    options.any_column_order = options_.mode == ComparisonMode::test_suite;
    const auto of_gold = program(gold_);
    if (of_gold && of_gold == program(predicted_)) {
      result_.proof = ProofKind::program;
      // The program also depends on the table definitions.
      result_.relied_on = proof_constraints(gold_, predicted_, *constraints_, options);
      return true;
    }
    const auto form = normal_form(gold_, constraints_->schema(), keys, options);
    if (form && form == normal_form(predicted_, constraints_->schema(), keys, options)) {
      result_.proof = ProofKind::form;
      result_.relied_on = proof_constraints(gold_, predicted_, *constraints_, options);
      return true;
    }
    return false;
  }

  void search() {
    result_.verdict = RefutationVerdict::not_refuted;
    // Sorted, so that the search does not depend on the order of the two.
    std::vector<std::string> both = {gold_, predicted_};
    std::sort(both.begin(), both.end());
    auto plain = std::make_shared<ValuePools>(constraints_);
    plain->add_constants(both);
    auto small = std::make_shared<ValuePools>(*plain);
    small->add_small_values();
    pools_ = plain;
    RandomOptions tiny;
    tiny.seed = options_.seed;
    tiny.tiny = 1;
    tiny.random = 0;
    tiny.drop = 0.3;
    tiny.nulls = 0.15;
    tiny.empty_tables = 0.05;
    const RandomGenerator tiny_ones(small, tiny);
    const std::size_t max_tiny = options_.databases * 7 / 10;
    if (try_generator(tiny_ones, 0, first_tiny)) return;
    DirectedOptions directed;
    directed.max_threshold = directed.max_copies;
    if (try_generator(DirectedGenerator(plain, both, directed), 0, max_directed)) return;
    if (try_all_small(*small)) return;
    if (result_.databases < max_tiny &&
        try_generator(tiny_ones, first_tiny, first_tiny + max_tiny - result_.databases)) {
      return;
    }
    RandomOptions larger = tiny;
    larger.tiny = 0;
    larger.max_rows = 40;
    larger.random = 0.1;
    try_generator(RandomGenerator(small, larger), 0, options_.databases);
  }

  /// Accepts the one-sided difference if nothing better was found.
  void finish() {
    if (one_sided_ && result_.verdict == RefutationVerdict::not_refuted) {
      take(*std::move(one_sided_), PairProbe::Verdict::one_sided);
    }
  }

  template <Generator Model>
  bool try_generator(const Model &generator, std::size_t first, std::size_t end) {
    for (std::size_t number = first; number < end; ++number) {
      if (is_spent()) return true;
      token_.check();
      std::optional<TestDatabase> database = generator.generate(number);
      if (!database) return false;
      const PairProbe::Verdict verdict = look(*database);
      if (verdict == PairProbe::Verdict::different) {
        take(*std::move(database), verdict);
        return true;
      }
      if (verdict == PairProbe::Verdict::one_sided && !one_sided_) {
        one_sided_ = std::move(database);
        patience_ = result_.databases + one_sided_patience;
      }
    }
    return false;
  }

  bool is_spent() const {
    return result_.databases >= std::min(options_.databases, patience_) ||
           probe_->steps() > options_.max_total_steps;
  }

  PairProbe::Verdict look(const TestDatabase &database) {
    ++result_.databases;
    const PairProbe::Verdict verdict = probe_->look(database);
    result_.open_rows = result_.open_rows || verdict == PairProbe::Verdict::open;
    return verdict;
  }

  /// Tries every small database over a few values, if there are not too many.
  bool try_all_small(const ValuePools &pools) {
    if (!gold_facts_.read || !predicted_facts_.read) return false;
    const std::size_t left = options_.databases - std::min(result_.databases, options_.databases);
    for (const auto &[values, rows] : {std::pair{3, 2}, {2, 2}, {3, 1}, {2, 1}}) {
      std::vector<ColumnDomain> domains = domains_of(pools, static_cast<std::size_t>(values));
      ExhaustiveOptions options;
      options.max_rows = static_cast<std::size_t>(rows);
      options.max_databases = left / 2;
      if (domains.empty() || database_count(*constraints_, domains, options.max_rows,
                                            options.max_databases) > options.max_databases) {
        continue;
      }
      const ExhaustiveGenerator all(constraints_, std::move(domains), options);
      if (try_generator(all, 0, all.size())) return true;
      if (all.complete()) result_.bound = options.max_rows;
      return false;
    }
    return false;
  }

  /// A few values for each column that matters.
  std::vector<ColumnDomain> domains_of(const ValuePools &pools, std::size_t max_values) const {
    std::vector<sql::KeyColumn> columns = gold_facts_.columns;
    columns.insert(columns.end(), predicted_facts_.columns.begin(), predicted_facts_.columns.end());
    for (const KeyConstraint &key : constraints_->keys()) {
      for (const std::uint32_t column : key.columns) columns.push_back({key.table, column});
    }
    for (const ReferenceConstraint &reference : constraints_->references()) {
      for (const std::uint32_t column : reference.columns)
        columns.push_back({reference.table, column});
    }
    // Without a column among the domains, a table would have no rows.
    const auto tables = constraints_->schema().tables();
    for (std::uint32_t table = 0; table < tables.size(); ++table) {
      const bool named = std::any_of(columns.begin(), columns.end(),
                                     [&](sql::KeyColumn column) { return column.table == table; });
      if (!named && !tables[table].columns.empty()) columns.push_back({table, 0});
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    std::vector<ColumnDomain> domains;
    for (const sql::KeyColumn column : columns) {
      if (constraints_->column(column.table, column.column).computed) continue;
      ColumnDomain &domain = domains.emplace_back();
      domain.table = column.table;
      domain.column = column.column;
      const auto known = pools.constants(column.table, column.column);
      domain.values.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(
                                                              std::min(max_values, known.size())));
      if (constraints_->allows_null(column.table, column.column)) domain.values.emplace_back();
    }
    std::erase_if(domains, [](const ColumnDomain &domain) { return domain.values.empty(); });
    return domains;
  }

  void take(TestDatabase database, PairProbe::Verdict at_least) {
    suite::Minimized small = suite::minimize(
        std::move(database), *pools_, options_.minimizing, [&](const TestDatabase &candidate) {
          token_.check();
          return probe_->steps() <= 2 * options_.max_total_steps &&
                 probe_->look(candidate) >= at_least;
        });
    probe_->look(small.database);
    suite::PairResults results = probe_->results();
    ComparisonRules rules;
    rules.mode = options_.mode;
    rules.order = gold_facts_.ordered ? RowOrder::matters : RowOrder::ignored;
    result_.verdict = RefutationVerdict::refuted;
    result_.kind = kind_of(results.gold, results.predicted, rules, results.difference);
    result_.gold = std::move(results.gold);
    result_.predicted = std::move(results.predicted);
    result_.database = std::move(small.database);
    result_.minimal = small.minimal;
    result_.open_rows = false;
  }

  std::string gold_, predicted_;
  const RefuterOptions &options_;
  const CancellationToken &token_;
  QueryFacts gold_facts_, predicted_facts_;
  std::shared_ptr<const Constraints> constraints_;
  std::shared_ptr<const ValuePools> pools_;
  PairProbe *probe_ = nullptr;
  /// The first database on which one of the queries leaves its result open; the search for one
  /// without such doubts continues for a while.
  std::optional<TestDatabase> one_sided_;
  std::size_t patience_ = SIZE_MAX;
  Refutation result_;
};

}  // namespace

Refuter::Refuter(std::shared_ptr<const Constraints> constraints, const RefuterOptions &options,
                 CancellationToken token)
    : constraints_(std::move(constraints)), options_(options), token_(std::move(token)) {
  if (options.mode == ComparisonMode::bird_soft_f1) {
    throw Error(ErrorCode::invalid_argument,
                "soft-f1 is not supported: it measures how much results differ, not whether");
  }
}

Refutation Refuter::refute(std::string_view gold, std::string_view predicted) const {
  return RefutationSearch(gold, predicted, *constraints_, options_, token_).run();
}

}  // namespace sluice::inline v0
