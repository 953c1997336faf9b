#ifndef SLUICE_SRC_SCHEMA_JSON_JSON_GLANCE_HPP
#define SLUICE_SRC_SCHEMA_JSON_JSON_GLANCE_HPP

/// The first part of a JSON text, read without parsing the rest: enough to tell kinds of files
/// apart.

#include <initializer_list>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// A value and the steps that lead to it: keys, as written, and "[]" for the first element of an
/// array. Other elements are left out.
struct GlancedValue {
  std::vector<std::string_view> path;
  /// Of a string what is between its quotes, else the value as written; "{" or "[" for a container.
  std::string_view text;
};

class JsonGlance {
 public:
  /// Reads at most the first 64 KiB, six levels and 512 values; stops at what is not JSON.
  explicit JsonGlance(std::string_view text);

  /// The values, each container before what it contains.
  const std::vector<GlancedValue> &values() const noexcept { return values_; }

  /// The value at the path, or nullptr.
  const GlancedValue *find(std::initializer_list<std::string_view> path) const;
  bool has(std::initializer_list<std::string_view> path) const { return find(path) != nullptr; }

 private:
  std::vector<GlancedValue> values_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
