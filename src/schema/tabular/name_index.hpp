#ifndef SLUICE_SRC_SCHEMA_TABULAR_NAME_INDEX_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_NAME_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {

/// Positions by name. O(size of the name) per call.
class NameIndex {
 public:
  /// A name that is added with two positions is no longer found, not even if it is added again.
  void add(std::string_view name, std::size_t position) {
    add(exact_, std::string(name), position);
    add(folded_, lower_ascii(name), position);
  }

  std::optional<std::size_t> find_exact(std::string_view name) const {
    return find(exact_, std::string(name));
  }
  /// The name itself, or else the only one that differs from it by ASCII case alone.
  std::optional<std::size_t> find(std::string_view name) const {
    const auto exact = find_exact(name);
    return exact ? exact : find(folded_, lower_ascii(name));
  }

 private:
  using Positions = std::unordered_map<std::string, std::size_t>;
  static constexpr std::size_t several = SIZE_MAX;

  static void add(Positions &positions, std::string name, std::size_t position) {
    const auto [found, fresh] = positions.try_emplace(std::move(name), position);
    if (!fresh && found->second != position) found->second = several;
  }
  static std::optional<std::size_t> find(const Positions &positions, const std::string &name) {
    const auto found = positions.find(name);
    if (found == positions.end() || found->second == several) return std::nullopt;
    return found->second;
  }

  Positions exact_;
  Positions folded_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
