#include "key_candidates.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Of keys that one name may refer to, this many are kept; of more, the best.
constexpr std::size_t max_keys_per_name = 8;
constexpr std::size_t max_keys_per_column = 32;
/// Shorter names are found at the end of other words by chance.
constexpr std::size_t min_glued = 5;
constexpr std::size_t max_glued = 48;
/// Words before or after what refers to the key.
constexpr std::size_t max_role_words = 6;
constexpr std::size_t max_trailing_words = 2;

struct KeyTarget {
  NameForm form = NameForm::plain;
  TargetKind kind = TargetKind::key;
  std::uint32_t table = 0;
  std::uint32_t column = 0;

  friend auto operator<=>(const KeyTarget &, const KeyTarget &) = default;
};

/// The keys that one name refers to, best first.
struct NamedKeys {
  std::vector<KeyTarget> targets;
  std::array<std::uint32_t, name_form_count> counts{};

  void add(const KeyTarget &target) {
    ++counts[static_cast<std::size_t>(target.form)];
    const auto at = std::ranges::lower_bound(targets, target);
    if (at == targets.end() && targets.size() == max_keys_per_name) return;
    targets.insert(at, target);
    if (targets.size() > max_keys_per_name) targets.pop_back();
  }
};

class CandidateFinder {
 public:
  explicit CandidateFinder(const KeyScope &scope) : scope_(scope) {
    const auto tables = scope.database.tables();
    for (std::uint32_t t = 0; t < tables.size(); ++t) add_table(t);
  }

  std::vector<KeyCandidate> find() {
    const auto tables = scope_.database.tables();
    for (std::uint32_t t = 0; t < tables.size(); ++t) {
      for (std::uint32_t c = 0; c < tables[t].columns.size(); ++c) {
        const std::size_t position = tables[t].first_column + c;
        if (scope_.visible[position] && !scope_.referred[position]) add_candidates(t, c);
      }
    }
    return std::move(all_);
  }

 private:
  bool visible(const Table &table, std::uint32_t column) const {
    return scope_.visible[table.first_column + column];
  }

  void add_table(std::uint32_t position) {
    const Table &table = scope_.database.tables()[position];
    std::uint32_t first = 0;
    while (first < table.columns.size() && !visible(table, first)) ++first;
    words_of_tables_.emplace_back();
    prefixes_.emplace_back();
    const bool shows_key = !table.primary_key.empty() &&
                           std::ranges::all_of(table.primary_key, [&](std::uint32_t column) {
                             return visible(table, column);
                           });
    has_key_.push_back(shows_key);
    if (first == table.columns.size()) return;
    words_of_tables_.back() = table_words(table.bare_name());
    const TargetKind kind = !shows_key                      ? TargetKind::presumed
                            : table.primary_key.size() == 1 ? TargetKind::key
                                                            : TargetKind::part;
    const auto is_key = [&](std::uint32_t column) {
      return shows_key ? std::ranges::find(table.primary_key, column) != table.primary_key.end()
                       : column == first;
    };
    prefixes_.back() = prefix_of_columns(table);
    for (std::uint32_t column = 0; column < table.columns.size(); ++column)
      if (visible(table, column))
        add_key(position, column, is_key(column) ? kind : TargetKind::named);
  }

  /// A short first word that all columns of a table have in common, such as "l" of "l_orderkey";
  /// empty if there is none.
  std::string prefix_of_columns(const Table &table) const {
    constexpr std::size_t max_prefix = 3;
    std::string prefix;
    std::size_t columns = 0;
    for (std::uint32_t column = 0; column < table.columns.size(); ++column) {
      if (!visible(table, column)) continue;
      const auto words = name_words(table.columns[column].name);
      if (words.size() < 2 || words.front().size() > max_prefix) return {};
      if (columns++ == 0) prefix = words.front();
      if (words.front() != prefix) return {};
    }
    return columns >= 3 ? prefix : std::string();
  }

  std::vector<std::string> words_of_column(std::uint32_t table, std::uint32_t column) const {
    auto words = name_words(scope_.database.tables()[table].columns[column].name);
    if (!prefixes_[table].empty() && words.size() > 1) words.erase(words.begin());
    return words;
  }

  void add_key(std::uint32_t position, std::uint32_t column, TargetKind kind) {
    const auto words = words_of_column(position, column);
    for (FormedName &name : names_for_key(words_of_tables_.back(), words)) {
      if (kind == TargetKind::part && name.form != NameForm::own_key &&
          name.form != NameForm::tail_key && name.form != NameForm::short_key &&
          name.form != NameForm::key && name.form != NameForm::own_plain)
        continue;
      if (kind == TargetKind::named && name.form != NameForm::own_key &&
          name.form != NameForm::tail_key)
        continue;
      by_name_[std::move(name.text)].add({name.form, kind, position, column});
    }
  }

  void add_candidates(std::uint32_t t, std::uint32_t c) {
    const auto words = words_of_column(t, c);
    if (words.empty()) return;
    found_.clear();
    current_ = {};
    current_.table = t;
    current_.column = c;
    current_.own_name = names_own_table(words_of_tables_[t], words);
    current_.source = source_kind(t, c);

    const std::size_t size = words.size();
    look_up(joined_words(words, 0, size), NameMatch::whole);
    for (std::size_t begin = 1; begin < size && begin <= max_role_words; ++begin)
      look_up(joined_words(words, begin, size), NameMatch::end);
    for (std::size_t cut = 1; cut < size && cut <= max_trailing_words; ++cut)
      for (std::size_t begin = 0; begin + cut < size && begin <= 2; ++begin)
        look_up(joined_words(words, begin, size - cut), NameMatch::start);
    const std::string &last = words.back();
    const std::string text = size > 1 && is_identifier_word(last) ? words[size - 2] + last : last;
    for (std::size_t at = text.size() > max_glued ? text.size() - max_glued : 1;
         at + min_glued <= text.size(); ++at)
      look_up(text.substr(at), NameMatch::glued);
    if (words.front() == "parent") add_parent();
    settle();
  }

  SourceKind source_kind(std::uint32_t t, std::uint32_t c) const {
    const Table &table = scope_.database.tables()[t];
    if (!has_key_[t]) {
      for (std::uint32_t before = 0; before < c; ++before)
        if (visible(table, before)) return SourceKind::other;
      return SourceKind::key;
    }
    if (std::ranges::find(table.primary_key, c) == table.primary_key.end())
      return SourceKind::other;
    return table.primary_key.size() == 1 ? SourceKind::key : SourceKind::part;
  }

  void look_up(const std::string &text, NameMatch match) {
    const auto named = by_name_.find(text);
    if (named == by_name_.end()) return;
    for (const KeyTarget &target : named->second.targets) {
      const bool is_same_column =
          target.table == current_.table && target.column == current_.column;
      if (is_same_column) continue;
      // A table refers to itself by a role: "reports_to_employee_id".
      if (target.table == current_.table && match == NameMatch::whole &&
          target.form != NameForm::table)
        continue;
      KeyCandidate candidate = current_;
      candidate.referenced_table = target.table;
      candidate.referenced_column = target.column;
      candidate.form = target.form;
      candidate.target = target.kind;
      candidate.match = match;
      candidate.rivals = named->second.counts[static_cast<std::size_t>(target.form)] - 1;
      found_.push_back(candidate);
    }
  }

  void add_parent() {
    const Table &table = scope_.database.tables()[current_.table];
    if (!has_key_[current_.table] || table.primary_key.size() != 1) return;
    if (table.primary_key[0] == current_.column) return;
    KeyCandidate candidate = current_;
    candidate.referenced_table = current_.table;
    candidate.referenced_column = table.primary_key[0];
    candidate.form = NameForm::parent;
    found_.push_back(candidate);
  }

  void settle() {
    const auto place = [](const KeyCandidate &of) {
      return std::tie(of.referenced_table, of.referenced_column, of.match, of.form);
    };
    std::ranges::sort(found_, [&](const auto &a, const auto &b) { return place(a) < place(b); });
    const auto same = [](const KeyCandidate &a, const KeyCandidate &b) {
      return a.referenced_table == b.referenced_table && a.referenced_column == b.referenced_column;
    };
    found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
    if (found_.size() > max_keys_per_column) {
      const auto worth = [](const KeyCandidate &of) { return std::tie(of.form, of.match); };
      std::ranges::stable_sort(found_,
                               [&](const auto &a, const auto &b) { return worth(a) < worth(b); });
      found_.resize(max_keys_per_column);
      std::ranges::sort(found_, [&](const auto &a, const auto &b) { return place(a) < place(b); });
    }
    all_.insert(all_.end(), found_.begin(), found_.end());
  }

  const KeyScope &scope_;
  std::unordered_map<std::string, NamedKeys> by_name_;
  std::vector<std::vector<std::string>> words_of_tables_;
  std::vector<std::string> prefixes_;  // of the columns, by table
  std::vector<bool> has_key_;
  KeyCandidate current_;
  std::vector<KeyCandidate> found_;
  std::vector<KeyCandidate> all_;
};

}  // namespace

std::vector<KeyCandidate> key_candidates(const KeyScope &scope) {
  return CandidateFinder(scope).find();
}

}  // namespace sluice::inline v0::schema_detail
