#include "source_name.hpp"

#include <algorithm>
#include <cstddef>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::string_view path_separators = "/\\";

std::string_view without_path_extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

/// Whether files and folders of many applications have the name.
bool is_general_name(std::string_view name) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"schema", "db", "database", "prisma", "models", "src",
                                              "app", "server", "backend", "api", ".", ".."},
      [&](std::string_view general) { return same_name(name, general); });
}

}  // namespace

std::string_view last_part_of(std::string_view path) {
  while (!path.empty() && path_separators.find(path.back()) != path_separators.npos)
    path.remove_suffix(1);
  const std::size_t separator = path.find_last_of(path_separators);
  return separator == path.npos ? path : path.substr(separator + 1);
}

std::string_view parent_path_of(std::string_view path) {
  const std::size_t separator = path.find_last_of(path_separators);
  return separator == path.npos ? std::string_view() : path.substr(0, separator);
}

std::string file_stem_of(std::string_view path) {
  std::string_view name = last_part_of(path);
  if (name.size() > 3 && same_name(name.substr(name.size() - 3), ".gz")) name.remove_suffix(3);
  return std::string(without_path_extension(name));
}

std::string application_name_of(std::string_view path) {
  constexpr int levels = 4;
  const std::string stem = file_stem_of(path);
  std::string_view name = stem;
  for (int level = 0; level < levels && is_general_name(name); ++level) {
    path = parent_path_of(path);
    name = last_part_of(path);
  }
  return name.empty() || is_general_name(name) ? stem : std::string(name);
}

}  // namespace sluice::inline v0::schema_detail
