#include "dbt_docs.hpp"

#include <utility>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Texts may be long and used often.
constexpr std::size_t max_inserted_bytes = std::size_t{1} << 24;
constexpr std::size_t max_missing = 100;
constexpr std::size_t max_doc_name_bytes = 1000;

/// A tag of Jinja, such as `{% docs name %}`.
struct DocsTag {
  std::size_t begin = std::string_view::npos;
  std::size_t end = std::string_view::npos;  ///< After the tag.
  std::string_view content;                  ///< "docs name".
};

/// The next tag between `opening` and `closing` from an offset.
DocsTag next_tag(std::string_view text, std::size_t from, std::string_view opening,
                 std::string_view closing) {
  DocsTag tag;
  const std::size_t begin = text.find(opening, from);
  if (begin == text.npos) return tag;
  const std::size_t end = text.find(closing, begin + opening.size());
  if (end == text.npos) return tag;
  tag.begin = begin;
  tag.end = end + closing.size();
  tag.content = trimmed(text.substr(begin + opening.size(), end - begin - opening.size()), "-+");
  tag.content = trimmed(tag.content);
  return tag;
}

/// The name in a tag `docs name`; empty for other tags.
std::string_view docs_name(std::string_view content) {
  constexpr std::string_view word = "docs";
  if (!content.starts_with(word) || content.size() == word.size()) return {};
  if (content[word.size()] != ' ' && content[word.size()] != '\t') return {};
  return trimmed(content.substr(word.size()));
}

/// The quoted arguments of `doc(…)`, last first: the name, then the package. Empty for other calls.
std::pair<std::string_view, std::string_view> doc_arguments(std::string_view content) {
  constexpr std::string_view word = "doc";
  if (!content.starts_with(word)) return {};
  content = trimmed(content.substr(word.size()));
  if (!content.starts_with('(') || !content.ends_with(')')) return {};
  content = trimmed(content.substr(1, content.size() - 2));
  const std::size_t comma = content.find(',');
  const auto argument = [](std::string_view text) { return trimmed(trimmed(text), "'\""); };
  if (comma == content.npos) return {argument(content), {}};
  return {argument(content.substr(comma + 1)), argument(content.substr(0, comma))};
}

}  // namespace

void DbtDocs::add(std::string_view package, std::string_view name, std::string_view text) {
  if (name.empty() || name.size() > max_doc_name_bytes) return;
  const std::string content(trimmed(text));
  texts_.emplace(std::string(name), content);
  if (!package.empty()) texts_.emplace(std::string(package) + '.' + std::string(name), content);
}

void DbtDocs::add_blocks(std::string_view markdown) {
  std::string_view open;  // the name of the block that has begun
  std::size_t begin = 0;
  for (DocsTag tag = next_tag(markdown, 0, "{%", "%}"); tag.begin != markdown.npos;
       tag = next_tag(markdown, tag.end, "{%", "%}")) {
    if (tag.content == "enddocs") {
      if (!open.empty()) add({}, open, markdown.substr(begin, tag.begin - begin));
      open = {};
    } else if (const std::string_view name = docs_name(tag.content); !name.empty()) {
      open = name;
      begin = tag.end;
    }
  }
}

const std::string *DbtDocs::find(std::string_view package, std::string_view name) const {
  if (!package.empty()) {
    const auto found = texts_.find(std::string(package) + '.' + std::string(name));
    if (found != texts_.end()) return &found->second;
  }
  const auto found = texts_.find(std::string(name));
  return found != texts_.end() ? &found->second : nullptr;
}

std::string DbtDocs::render(std::string_view description) {
  description = trimmed(description);
  std::string rendered;
  std::size_t done = 0;
  for (DocsTag tag = next_tag(description, 0, "{{", "}}"); tag.begin != description.npos;
       tag = next_tag(description, tag.end, "{{", "}}")) {
    const auto [name, package] = doc_arguments(tag.content);
    if (name.empty() || name.size() > max_doc_name_bytes || package.size() > max_doc_name_bytes)
      continue;
    rendered += description.substr(done, tag.begin - done);
    done = tag.end;
    if (const std::string *text = find(package, name)) {
      if (inserted_ + text->size() > max_inserted_bytes) continue;
      inserted_ += text->size();
      rendered += *text;
    } else if (missing_.size() < max_missing && is_missing_.emplace(name).second) {
      missing_.emplace_back(name);
    }
  }
  rendered += description.substr(done);
  return std::string(trimmed(rendered));
}

bool has_docs_block(std::string_view markdown) {
  for (DocsTag tag = next_tag(markdown, 0, "{%", "%}"); tag.begin != markdown.npos;
       tag = next_tag(markdown, tag.end, "{%", "%}")) {
    if (!docs_name(tag.content).empty()) return true;
  }
  return false;
}

}  // namespace sluice::inline v0::schema_detail
