#include "comments.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

// Samples from databases are shorter; those from files may have any length.
constexpr std::size_t max_value_bytes = 80;
constexpr std::size_t max_values_bytes = 300;
constexpr std::size_t max_member_bytes = 80;

bool same_words(std::string_view a, std::string_view b) {
  return split_identifier(a) == split_identifier(b);
}

std::string comment_of(std::string_view name, std::string_view title, std::string_view description,
                       std::size_t max_bytes) {
  std::string comment;
  if (!same_words(title, name)) comment = title;
  if (!same_words(description, name) && !same_words(description, title)) {
    if (!comment.empty() && !description.empty()) comment += ": ";
    comment += description;
  }
  return bounded_line(comment, max_bytes);
}

/// Enough to compare words with a name, and to fill a comment.
std::string_view beginning(std::string_view text, std::size_t max_bytes) {
  constexpr std::size_t longest_compared = 1024;
  return clip_utf8(text, std::max(longest_compared, std::min(text.size(), max_bytes) * 2));
}

template <class Named>
std::string described(const Named &named, const SchemaTextOptions &options, Titles titles) {
  const std::size_t max_bytes = options.description_bytes;
  const std::string_view title = titles == Titles::shown ? named.title : std::string_view();
  return comment_of(named.name, beginning(title, max_bytes),
                    beginning(named.description, max_bytes), max_bytes);
}

}  // namespace

std::string bounded_line(std::string_view text, std::size_t max_bytes) {
  max_bytes = std::min(max_bytes, text.size());
  // Marks that are removed take bytes, too.
  const std::string_view read = clip_utf8(text, 2 * max_bytes);
  std::string line = one_line(read);
  if (line.size() <= max_bytes && read.size() == text.size()) return line;
  line.resize(clip_utf8(line, max_bytes).size());
  return line += "…";
}

std::string description_of(const Table &table, const SchemaTextOptions &options, Titles titles) {
  return described(table, options, titles);
}

std::string description_of(const Column &column, const SchemaTextOptions &options, Titles titles) {
  return described(column, options, titles);
}

const TableMembers *find_members(const Database &database, std::uint32_t table) {
  const auto members = database.members();
  const auto found = std::ranges::lower_bound(members, table, {}, &TableMembers::table);
  return found != members.end() && found->table == table ? &*found : nullptr;
}

std::string kind_of(const Database &database, std::uint32_t table) {
  switch (database.tables()[table].kind) {
    case TableKind::view: return "view";
    case TableKind::materialized_view: return "materialized view";
    case TableKind::family: break;
    default: return {};
  }
  const TableMembers *const members = find_members(database, table);
  if (members == nullptr) return "several tables as one";
  return fmt::format("{} tables as one: {} to {}", members->count,
                     bounded_line(members->first, max_member_bytes),
                     bounded_line(members->last, max_member_bytes));
}

std::vector<std::string> shown_values(const Column &column, const SchemaTextOptions &options) {
  std::vector<std::string> shown;
  std::size_t bytes = 0;
  for (const std::string_view value : column.values()) {
    if (shown.size() >= options.values) break;
    std::string line = bounded_line(value, max_value_bytes);
    bytes += line.size() + 2;
    if (bytes > max_values_bytes) break;
    shown.push_back(std::move(line));
  }
  return shown;
}

std::string values_of(const Column &column, const SchemaTextOptions &options) {
  const std::vector<std::string> shown = shown_values(column, options);
  if (shown.empty()) return {};
  const std::size_t all = column.values().size();
  if (shown.size() == all) return fmt::format("one of: {}", fmt::join(shown, ", "));
  return fmt::format("one of {}: {}, …", all, fmt::join(shown, ", "));
}

std::string with_samples(std::string description, const Column &column,
                         const SchemaTextOptions &options) {
  if (!column.values().empty() && options.values > 0) return description;
  const std::size_t samples = std::min(options.samples, column.samples().size());
  if (samples == 0) return description;
  const bool is_alone = description.empty();
  description += is_alone ? "e.g. " : " (e.g. ";
  for (std::size_t s = 0; s < samples; ++s) {
    if (s > 0) description += ", ";
    description += bounded_line(column.samples()[s], max_value_bytes);
  }
  if (!is_alone) description += ')';
  return description;
}

std::string joined_parts(std::initializer_list<std::string_view> parts) {
  std::string joined;
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    if (!joined.empty()) joined += "; ";
    joined += part;
  }
  return joined;
}

}  // namespace sluice::inline v0::prompt_detail
