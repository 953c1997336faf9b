#include "sluice/sql/rewrite_rule.hpp"

namespace sluice::inline v0::sql {

const Bindings *RewriteContext::bindings(const SyntaxTree &tree) {
  if (!options_.names) return nullptr;
  if (!bindings_) bindings_ = bind(tree, *options_.names);
  return &*bindings_;
}

}  // namespace sluice::inline v0::sql
