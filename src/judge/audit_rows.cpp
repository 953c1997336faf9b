#include "audit_rows.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/parse_number.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::audit {
namespace {

using sql::Bindings;
using sql::Meaning;
using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

/// The values of a row in [begin, end), each prefixed with its kind and size.
std::string text_of(const SqliteRow &row, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view value = row.text(i);
    text += row.is_null(i) ? 'n' : row.is_blob(i) ? 'b' : 't';
    text += std::to_string(value.size());
    text += ':';
    text += value;
  }
  return text;
}

/// The count of a LIMIT, if it is a plain number.
std::optional<std::size_t> count_of(const SyntaxTree &tree, NodeId id) {
  if (id == sql::no_node || tree.kind(id) != NodeKind::number) return std::nullopt;
  std::size_t count = 0;
  const std::string_view text = tree.text(id);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return count;
}

bool depends_on_outer(const SyntaxTree &tree, const Bindings &bindings, NodeId select) {
  const sql::NodeRange below = sql::nodes_below(tree, select);
  for (const NodeId id : below) {
    if (tree.kind(id) != NodeKind::column || bindings[id].source == sql::no_node) continue;
    NodeId at = bindings[id].source;
    while (at != sql::no_node && at != select) at = tree.parent(at);
    if (at == sql::no_node) return true;
  }
  return tree.parent(select) != sql::no_node &&
         sql::ancestor(tree, select, NodeKind::common_table) != sql::no_node;
}

/// A select with LIMIT that is run without it, with its sort keys as additional results.
class Cut {
 public:
  Cut(const SyntaxTree &tree, const Bindings &bindings, NodeId select)
      : bindings_(bindings), original_(tree), select_(select) {}

  std::optional<std::string> find(SqliteConnection &connection, std::size_t max_rows) {
    const NodeId limit = original_.child(select_, NodeKind::limit);
    const NodeId offset = original_.child(limit, NodeKind::offset);
    const auto count = count_of(original_, original_.first_child(limit));
    const auto skipped = offset == sql::no_node
                             ? std::optional<std::size_t>(0)
                             : count_of(original_, original_.first_child(offset));
    if (!count || !skipped || original_[limit].has(sql::flag::comma) || !read_keys())
      return std::nullopt;
    read_rows(connection, max_rows);
    if (rows_.size() > max_rows) return std::nullopt;
    for (const std::size_t cut : {*skipped, *skipped + *count}) {
      if (cut == 0 || cut >= rows_.size()) continue;
      if (auto found = tie_at(cut)) return found;
    }
    return std::nullopt;
  }

 private:
  struct Row {
    std::string keys;
    std::string shown;
    std::string result;
  };

  /// Reads the expressions of ORDER BY. Returns false if they cannot be written as results.
  bool read_keys() {
    const NodeId results = original_.child(select_, NodeKind::select_list);
    const NodeId order_by = original_.child(select_, NodeKind::order_by);
    if (order_by == sql::no_node) return true;
    if (original_.child(select_, NodeKind::distinct) != sql::no_node) return false;
    for (const NodeId ordering : original_.children(order_by)) {
      NodeId key = original_.first_child(ordering);
      if (const auto position = count_of(original_, key); position && *position > 0) {
        key = original_.child(results, *position - 1);
        if (key == sql::no_node || original_.kind(key) == NodeKind::star) return false;
      } else if (original_.kind(key) == NodeKind::column &&
                 bindings_[key].meaning == Meaning::result) {
        key = bindings_[key].result;
        if (key == sql::no_node) return false;
      }
      if (original_.kind(key) == NodeKind::aliased) key = original_.first_child(key);
      keys_.push_back(key);
    }
    return true;
  }

  void read_rows(SqliteConnection &connection, std::size_t max_rows) {
    SyntaxTree tree;
    tree.clear({});
    const NodeId select = tree.copy(original_, select_);
    tree.set_root(select);
    tree.remove(tree.child(select, NodeKind::limit));
    const NodeId results = tree.child(select, NodeKind::select_list);
    for (const NodeId key : keys_) tree.append(results, tree.copy(original_, key));
    connection.query(print(tree), {}, [&](const SqliteRow &row) {
      const std::size_t first = row.size() - keys_.size();
      std::string shown;
      for (std::size_t i = first; i < row.size(); ++i) {
        shown += i == first ? "" : ", ";
        shown += row.is_null(i) ? std::string_view("NULL") : row.text(i);
      }
      rows_.push_back({text_of(row, first, row.size()), shown, text_of(row, 0, first)});
      return rows_.size() <= max_rows;
    });
  }

  /// Describes a tie if rows on both sides of the cut have equal sort keys but are not all equal.
  std::optional<std::string> tie_at(std::size_t cut) const {
    if (rows_[cut - 1].keys != rows_[cut].keys) return std::nullopt;
    std::size_t begin = cut - 1, end = cut;
    while (begin > 0 && rows_[begin - 1].keys == rows_[cut].keys) --begin;
    while (end < rows_.size() && rows_[end].keys == rows_[cut].keys) ++end;
    const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::all_of(first, last, [&](const Row &row) { return row.result == first->result; }))
      return std::nullopt;
    if (keys_.empty())
      return fmt::format("LIMIT takes {} of {} rows without ORDER BY", cut, rows_.size());
    return fmt::format("{} of {} rows with the same order key ({}) are cut off", end - cut,
                       end - begin, first->shown);
  }

  const Bindings &bindings_;
  const SyntaxTree &original_;
  NodeId select_;
  std::vector<NodeId> keys_;
  std::vector<Row> rows_;
};

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = detail::parse_number(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<Rows> run(SqliteConnection &connection, std::string_view sql, std::size_t max_rows) {
  Rows rows;
  connection.query(sql, {}, [&](const SqliteRow &row) {
    rows.push_back(text_of(row, 0, row.size()));
    return rows.size() <= max_rows;
  });
  if (rows.size() > max_rows) return std::nullopt;
  return rows;
}

std::vector<std::string> ties(const SyntaxTree &tree, const Bindings &bindings,
                              SqliteConnection &connection, std::size_t max_rows) {
  std::vector<std::string> found;
  for (const NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) != NodeKind::select || tree.child(id, NodeKind::limit) == sql::no_node ||
        depends_on_outer(tree, bindings, id)) {
      continue;
    }
    if (auto tie = Cut(tree, bindings, id).find(connection, max_rows))
      found.push_back(std::move(*tie));
  }
  return found;
}

std::optional<std::string> without_distinct(const SyntaxTree &tree) {
  SyntaxTree plain = tree;
  std::vector<NodeId> found;
  for (const NodeId id : sql::nodes_of(plain)) {
    if (plain.kind(id) == NodeKind::distinct) found.push_back(id);
  }
  if (found.empty()) return std::nullopt;
  for (const NodeId id : found) plain.remove(id);
  return print(plain);
}

std::optional<std::string> text_order(SqliteConnection &connection, std::string_view table,
                                      std::string_view column) {
  constexpr std::size_t max_rows = 10'000;
  const std::string name = sql::quote_name(column);
  std::size_t numbers = 0, others = 0;
  std::optional<std::string> wrong, stray, before;
  double last = 0;
  // In SQLite's order: numbers, then texts byte by byte.
  connection.query(
      fmt::format("SELECT DISTINCT {0}, typeof({0}) FROM {1} WHERE {0} IS NOT NULL ORDER BY {0} "
                  "LIMIT {2}",
                  name, sql::quote_name(table), max_rows),
      {}, [&](const SqliteRow &row) {
        const std::string_view text = row.text(0);
        const auto number = number_of(text);
        if (!number) {
          ++others;
          if (!stray) stray = fmt::format("'{}' among numbers", text);
          return true;
        }
        ++numbers;
        if (row.text(1) != "text") return true;
        if (before && last > *number && !wrong)
          wrong = fmt::format("'{}' before '{}'", *before, text);
        before = std::string(text);
        last = *number;
        return true;
      });
  // A few words among many numbers are placeholders; otherwise it is a column of words.
  if (numbers == 0 || others * 10 > numbers) return std::nullopt;
  return wrong ? wrong : stray;
}

}  // namespace sluice::inline v0::audit
