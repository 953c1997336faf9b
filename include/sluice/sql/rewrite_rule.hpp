#ifndef SLUICE_SQL_REWRITE_RULE_HPP
#define SLUICE_SQL_REWRITE_RULE_HPP

/// The building blocks of a normal form: small rules that each rewrite one thing.

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

#include "sluice/core/erased.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/dialect.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/sql/names.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql {

/// What rules know and share while one tree is rewritten. For one tree. Not thread-safe.
class RewriteContext {
 public:
  struct Options {
    /// The schema of the query's database. Must outlive the context.
    std::optional<AnyNames> names = {};
    Dialect dialect = Dialect::sqlite;
    /// Whether columns of the schema may have a custom collation. If so, rules avoid any change
    /// that could apply a different collation to a comparison of two columns.
    bool column_collations = false;
    /// What the schema's keys guarantee; nullptr means unknown. Must outlive the context.
    const KeyFacts *keys = nullptr;
  };

  explicit RewriteContext(const Options &options) : options_(options) {}

  Dialect dialect() const noexcept { return options_.dialect; }
  bool column_collations() const noexcept {
    return options_.column_collations || (options_.keys != nullptr && options_.keys->collations);
  }

  /// What the tree's names refer to, or nullptr without a schema. Resolved once, and again after
  /// `changed`. Always pass the same tree.
  const Bindings *bindings(const SyntaxTree &tree);
  /// The schema, or nullptr.
  const AnyNames *names() const noexcept { return options_.names ? &*options_.names : nullptr; }
  /// What keys guarantee, or nullptr; always nullptr without a schema.
  const KeyFacts *keys() const noexcept { return options_.names ? options_.keys : nullptr; }
  /// Must be called after a change that may change what names refer to.
  void changed() noexcept { bindings_.reset(); }
  /// From now on behaves as without a schema, because names were masked.
  void forget_names() noexcept {
    options_.names.reset();
    bindings_.reset();
  }

 private:
  Options options_;
  std::optional<Bindings> bindings_;
};

/// Rewrites one thing wherever it occurs, and returns whether anything changed.
///
/// The rewritten query returns the same rows as a multiset, in the order that its ORDER BY
/// requires. Where a query leaves the choice of rows open (LIMIT without a total order, columns
/// that are neither grouped nor aggregated), it may return other rows that the query allows. Only a
/// rule with a member `static constexpr bool masks = true` may change what is returned. A second
/// application changes nothing. Throws only std::bad_alloc for a parsed tree. Takes roughly linear
/// time, and copies no more than a small multiple of the tree, whatever it contains. Thread-safe.
template <class T>
concept RewriteRule = requires(const T &rule, SyntaxTree &tree, RewriteContext &context) {
  { rule.name() } -> std::convertible_to<std::string_view>;
  { rule.apply(tree, context) } -> std::same_as<bool>;
};

/// Whether the rule hides parts of the query.
template <RewriteRule Rule>
constexpr bool masks(const Rule &rule) noexcept {
  if constexpr (requires { rule.masks(); }) {
    return rule.masks();
  } else if constexpr (requires { Rule::masks; }) {
    return Rule::masks;
  } else {
    return false;
  }
}

/// Any rule; copies share it.
class AnyRewriteRule {
 public:
  template <OtherThan<AnyRewriteRule> Rule>
    requires(RewriteRule<Rule>)
  AnyRewriteRule(Rule rule)  // NOLINT(google-explicit-constructor)
      : rule_(std::move(rule)) {}

  /// Such as "lower_case_names". Valid as long as the rule.
  std::string_view name() const { return rule_->name(); }
  bool apply(SyntaxTree &tree, RewriteContext &context) const {
    return rule_->apply(tree, context);
  }
  /// Whether the rule hides parts of the query (see RewriteRule).
  bool masks() const noexcept { return rule_->masks(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::string_view name() const = 0;
    virtual bool apply(SyntaxTree &tree, RewriteContext &context) const = 0;
    virtual bool masks() const noexcept = 0;
  };
  template <class Rule>
  struct Adapter final : Adapted<Interface, Rule> {
    using Adapted<Interface, Rule>::Adapted;
    std::string_view name() const override { return this->model.name(); }
    bool apply(SyntaxTree &tree, RewriteContext &context) const override {
      return this->model.apply(tree, context);
    }
    bool masks() const noexcept override { return sql::masks(this->model); }
  };

  Erased<Interface, Adapter> rule_;
};

}  // namespace sluice::inline v0::sql

#endif
