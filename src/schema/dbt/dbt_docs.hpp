#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_DOCS_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_DOCS_HPP

/// The texts of a dbt project that descriptions refer to by name.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// Not thread-safe.
class DbtDocs {
 public:
  /// Of texts with the same name, the first is used where no package is named.
  void add(std::string_view package, std::string_view name, std::string_view text);

  /// Adds what is between `{% docs name %}` and `{% enddocs %}`. O(size).
  void add_blocks(std::string_view markdown);

  /// The description without blanks around it, and with the text in place of each
  /// `{{ doc('name') }}`; without it if there is no such text.
  std::string render(std::string_view description);

  /// The names that `render` did not find, each once, in the order of their use.
  const std::vector<std::string> &missing() const noexcept { return missing_; }

 private:
  const std::string *find(std::string_view package, std::string_view name) const;

  std::unordered_map<std::string, std::string> texts_;  // by name, and by "package.name"
  std::unordered_set<std::string> is_missing_;
  std::vector<std::string> missing_;
  std::size_t inserted_ = 0;  // bytes
};

/// Whether a text has a docs block.
bool has_docs_block(std::string_view markdown);

}  // namespace sluice::inline v0::schema_detail

#endif
