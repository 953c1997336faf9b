#include "ddl_names.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ddl_syntax.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

std::vector<std::string> name_parts(std::string_view qualifier) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; !qualifier.empty() && at <= qualifier.size();) {
    const std::size_t end = std::min(qualifier.find('.', at), qualifier.size());
    parts.emplace_back(qualifier.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

DdlNames::DdlNames(const Database &database, sql::Dialect target)
    : database_(database), target_(target) {
  const std::size_t allowed = ddl_syntax(target).qualifiers;
  std::string first;
  drops_first_ = true;
  for (const Table &table : database.tables()) {
    const std::vector<std::string> parts = name_parts(table.qualifier());
    if (parts.size() <= allowed) continue;
    if (first.empty()) first = parts.front();
    drops_first_ = drops_first_ && parts.front() == first;
  }
  const auto is_bare = [](const Table &table) { return table.qualifier().empty(); };
  const auto bare = static_cast<std::size_t>(std::ranges::count_if(database.tables(), is_bare));
  const bool is_mysql = target == sql::Dialect::mysql || target == sql::Dialect::mariadb;
  if (is_mysql && bare > 0 && bare < database.tables().size()) home_ = of(database.name());
}

std::vector<std::string> DdlNames::qualifier(const Table &table) const {
  const std::size_t allowed = ddl_syntax(target_).qualifiers;
  if (allowed == 0) return {};
  std::vector<std::string> parts = name_parts(table.qualifier());
  if (parts.size() > allowed && drops_first_) parts.erase(parts.begin());
  while (parts.size() > allowed) {
    const std::string last = std::move(parts.back());
    parts.pop_back();
    parts.back() += '_' + last;
  }
  return parts;
}

std::string DdlNames::of(std::string_view name) const { return ddl_name(name, target_); }

std::string_view DdlNames::bare(const Table &table) const {
  return ddl_syntax(target_).qualifiers == 0 ? table.name : table.bare_name();
}

std::string DdlNames::of(const Table &table) const {
  std::string text;
  for (const std::string &part : qualifier(table)) text += of(part) + '.';
  return text + of(bare(table));
}

std::string DdlNames::referenced(const Table &table, const Table &from) const {
  const bool needs_home = !home_.empty() && table.qualifier().empty() && !from.qualifier().empty();
  return needs_home ? home_ + '.' + of(table) : of(table);
}

std::string DdlNames::list(const Table &table, std::span<const std::uint32_t> columns) const {
  std::string text = "(";
  for (const std::uint32_t column : columns) {
    if (text.size() > 1) text += ", ";
    text += of(table.columns[column].name);
  }
  return text + ')';
}

std::string DdlNames::schema(const Table &table) const {
  const std::vector<std::string> parts = qualifier(table);
  return parts.empty() ? std::string() : parts.back();
}

std::vector<std::string> DdlNames::schemas() const {
  std::vector<std::string> found;
  std::unordered_set<std::string> known;
  for (const Table &table : database_.tables()) {
    std::string text;
    for (const std::string &part : qualifier(table)) {
      if (!text.empty()) text += '.';
      text += of(part);
    }
    if (!text.empty() && known.insert(text).second) found.push_back(std::move(text));
  }
  return found;
}

}  // namespace sluice::inline v0::schema_detail
