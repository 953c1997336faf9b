#ifndef SLUICE_SQL_REWRITE_RULE_HPP
#define SLUICE_SQL_REWRITE_RULE_HPP

/// What a normal form is made of: small rules that each rewrite one thing.

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

namespace sluice::sql {

/// What rules may know and share while one tree is rewritten. Belongs to one thread and one tree.
class RewriteContext {
 public:
  struct Options {
    /// The schema of the query's database; it outlives the context.
    std::optional<AnyNames> names = {};
    Dialect dialect = Dialect::sqlite;
    /// Whether columns of the schema may have a collation of their own. Then nothing is done that
    /// could let another collation decide a comparison of two columns.
    bool column_collations = false;
    /// What the schema's keys promise, or null; it outlives the context.
    const KeyFacts *keys = nullptr;
  };

  explicit RewriteContext(const Options &options) : options_(options) {}

  Dialect dialect() const noexcept { return options_.dialect; }
  bool column_collations() const noexcept {
    return options_.column_collations || (options_.keys != nullptr && options_.keys->collations);
  }

  /// What the tree's names mean, or null without a schema. Looked up once, and again after
  /// `changed`; always for the same tree.
  const Bindings *bindings(const SyntaxTree &tree);
  /// The schema, or null.
  const AnyNames *names() const noexcept { return options_.names ? &*options_.names : nullptr; }
  /// What keys promise, or null; only with a schema.
  const KeyFacts *keys() const noexcept { return options_.names ? options_.keys : nullptr; }
  /// Names may mean something else now.
  void changed() noexcept { bindings_.reset(); }
  /// From here on, without a schema: names were masked.
  void forget_names() noexcept {
    options_.names.reset();
    bindings_.reset();
  }

 private:
  Options options_;
  std::optional<Bindings> bindings_;
};

/// Rewrites one thing wherever it finds it, and says whether anything changed.
///
/// The query returns the same rows afterwards, as a multiset, and in the order that its ORDER BY
/// asks for; where the query leaves rows open (LIMIT without a full order, columns of a group that
/// it is not grouped by), it may return others of those that it allows. Only a rule with a member
/// `static constexpr bool masks = true` may change what is returned. Applied again, it changes
/// nothing. Never throws for a parsed tree but for lack of memory; takes about linear time, and
/// copies no more than a small multiple of the tree, whatever is in it. Reentrant.
template <class T>
concept RewriteRule = requires(const T &rule, SyntaxTree &tree, RewriteContext &context) {
  { rule.name() } -> std::convertible_to<std::string_view>;
  { rule.apply(tree, context) } -> std::same_as<bool>;
};

/// Any rule, shared by its copies.
class AnyRewriteRule {
 public:
  template <OtherThan<AnyRewriteRule> Rule>
    requires(RewriteRule<Rule>)
  AnyRewriteRule(Rule rule)  // NOLINT(google-explicit-constructor)
      : rule_(std::move(rule)) {}

  /// Such as "lower_case_names"; lives as long as the rule.
  std::string_view name() const { return rule_->name(); }
  bool apply(SyntaxTree &tree, RewriteContext &context) const {
    return rule_->apply(tree, context);
  }
  /// Whether the rule hides what the query says.
  bool masks() const noexcept { return rule_->masks(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::string_view name() const = 0;
    virtual bool apply(SyntaxTree &tree, RewriteContext &context) const = 0;
    virtual bool masks() const noexcept = 0;
  };
  template <class Rule>
  static constexpr bool masking() {
    if constexpr (requires { Rule::masks; }) {
      return Rule::masks;
    } else {
      return false;
    }
  }
  template <class Rule>
  struct Adapter final : Adapted<Interface, Rule> {
    using Adapted<Interface, Rule>::Adapted;
    std::string_view name() const override { return this->model.name(); }
    bool apply(SyntaxTree &tree, RewriteContext &context) const override {
      return this->model.apply(tree, context);
    }
    bool masks() const noexcept override { return masking<Rule>(); }
  };

  Erased<Interface, Adapter> rule_;
};

}  // namespace sluice::sql

#endif
