#include "sluice/sql/edit_script.hpp"

#include <algorithm>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::sql {

namespace {

constexpr std::uint32_t none = DiffNode::none;

using Matches = std::span<const std::uint32_t>;

/// The matched children of `from` that are outside the longest common subsequence of both lists of
/// children. If there are several longest ones, uses the one that sqlglot chooses.
std::vector<std::uint32_t> moved_children(const DiffTree &source, const DiffTree &target,
                                          Matches matches, std::uint32_t from, std::uint32_t to) {
  const std::size_t rows = source[from].children, columns = target[to].children;
  const std::uint32_t first = source[from].first_child, first_to = target[to].first_child;
  const auto match = [&](std::size_t i) { return matches[first + i]; };
  std::vector<std::uint32_t> lengths((rows + 1) * (columns + 1), 0);
  const auto length = [&](std::size_t i, std::size_t j) -> std::uint32_t & {
    return lengths[i * (columns + 1) + j];
  };
  for (std::size_t i = 1; i <= rows; ++i) {
    for (std::size_t j = 1; j <= columns; ++j) {
      length(i, j) = match(i - 1) == first_to + j - 1
                         ? length(i - 1, j - 1) + 1
                         : std::max(length(i - 1, j), length(i, j - 1));
    }
  }
  std::vector<bool> stays(rows, false);
  for (std::size_t i = rows, j = columns; i != 0 && j != 0;) {
    if (match(i - 1) == first_to + j - 1) {
      stays[--i] = true;
      --j;
    } else if (length(i - 1, j) > length(i, j - 1)) {
      --i;
    } else {
      --j;
    }
  }
  std::vector<std::uint32_t> moved;
  for (std::size_t i = 0; i < rows; ++i) {
    if (!stays[i] && match(i) != none) moved.push_back(first + static_cast<std::uint32_t>(i));
  }
  return moved;
}

void edit_matched(std::vector<Edit> &edits, const DiffTree &source, const DiffTree &target,
                  Matches matches, std::uint32_t s, std::uint32_t t) {
  const bool moves_subtrees = source.rules() == DiffRules::sqlglot_30_17;
  const DiffNode &from = source[s], &to = target[t];
  const bool equal = from.type == to.type && from.equality == to.equality;
  if (from.updatable && !equal) {
    edits.push_back({EditKind::update, s, t});
    return;
  }
  if (moves_subtrees && equal) {
    const bool both_nested = from.parent != none && to.parent != none;
    if (both_nested ? matches[from.parent] != to.parent : from.parent != to.parent)
      edits.push_back({EditKind::move, s, t});
  } else {
    for (const std::uint32_t child : moved_children(source, target, matches, s, t))
      edits.push_back({EditKind::move, child, matches[child]});
  }
  const bool changed = moves_subtrees && from.attributes != to.attributes;
  edits.push_back({changed ? EditKind::update : EditKind::keep, s, t});
}

/// Cut at the start of a character, on one line.
std::string shown(std::string_view sql, std::size_t bytes) {
  const std::string_view cut = clip_utf8(sql, bytes);
  std::string line = one_line(cut);
  if (cut.size() < sql.size()) line += "...";
  return line;
}

}  // namespace

std::string_view name_of(EditKind kind) noexcept {
  switch (kind) {
    case EditKind::keep: return "keep";
    case EditKind::insert: return "insert";
    case EditKind::remove: return "remove";
    case EditKind::update: return "update";
    case EditKind::move: return "move";
  }
  return "";
}

std::vector<Edit> edit_script(const DiffTree &source, const DiffTree &target) {
  Distiller distiller;
  distiller.count(source, target);
  const Matches matches = distiller.matches();

  std::vector<Edit> edits;
  std::vector<bool> taken(target.size(), false);
  for (std::uint32_t s = 0; s < source.size(); ++s) {
    if (matches[s] == none) {
      edits.push_back({EditKind::remove, s, none});
    } else {
      taken[matches[s]] = true;
    }
  }
  for (std::uint32_t t = 0; t < target.size(); ++t) {
    if (!taken[t]) edits.push_back({EditKind::insert, none, t});
  }
  for (std::uint32_t s = 0; s < source.size(); ++s) {
    if (matches[s] != none) edit_matched(edits, source, target, matches, s, matches[s]);
  }
  return edits;
}

EditCounts count_edits(std::span<const Edit> edits) noexcept {
  EditCounts counts;
  for (const Edit &edit : edits) {
    switch (edit.kind) {
      case EditKind::keep: ++counts.keep; break;
      case EditKind::insert: ++counts.insert; break;
      case EditKind::remove: ++counts.remove; break;
      case EditKind::update: ++counts.update; break;
      case EditKind::move: ++counts.move; break;
    }
  }
  return counts;
}

std::string print(std::span<const Edit> edits, const DiffTree &source, const DiffTree &target,
                  const EditPrintOptions &options) {
  const auto type = [&](const Edit &edit) {
    return edit.source != none ? source.type_name(edit.source) : target.type_name(edit.target);
  };
  std::size_t widest = 0;
  for (const Edit &edit : edits) {
    if (options.keeps || edit.kind != EditKind::keep) widest = std::max(widest, type(edit).size());
  }
  std::string lines;
  const auto column = [&](std::string_view text, std::size_t width) {
    lines += text;
    lines.append(width - text.size() + 2, ' ');
  };
  for (const Edit &edit : edits) {
    if (edit.kind == EditKind::keep && !options.keeps) continue;
    column(name_of(edit.kind), 6);
    column(type(edit), widest);
    lines += edit.source != none ? shown(source.text(edit.source), options.text)
                                 : shown(target.text(edit.target), options.text);
    if (edit.kind == EditKind::update)
      lines += " -> " + shown(target.text(edit.target), options.text);
    lines += '\n';
  }
  return lines;
}

}  // namespace sluice::inline v0::sql
