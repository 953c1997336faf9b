#include "families.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "family_marks.hpp"
#include "family_table.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t min_dated_members = 2;
constexpr std::size_t min_numbered_members = 3;
constexpr std::size_t min_members_in_words = 8;
constexpr std::size_t max_clusters = 4;

struct FamilyMember {
  std::size_t table;
  NameMark mark;
  std::string order;
};

/// Tables whose names agree but for one mark of one kind.
struct FamilyGroup {
  std::vector<FamilyMember> members;

  MarkKind kind() const { return members.front().mark.kind; }

  bool is_dated() const {
    if (kind() == MarkKind::number) return false;
    return kind() != MarkKind::year ||
           std::ranges::count_if(members, [](const FamilyMember &member) {
             return member.mark.is_recent;
           }) >= static_cast<std::ptrdiff_t>(min_dated_members);
  }

  std::size_t min_members() const {
    if (is_dated()) return min_dated_members;
    const NameMark &mark = members.front().mark;
    // Two numbers are a version, a range or a code.
    if (mark.beside_number) return SIZE_MAX;
    return mark.in_word ? min_members_in_words : min_numbered_members;
  }
};

/// The type, as far as it matters: without sizes, and of a column with fields without these.
std::string compared_type(const TableDefinition &table, std::size_t column) {
  const std::vector<ColumnDefinition> &columns = table.columns;
  const std::string_view type = columns[column].type;
  const bool has_fields = column + 1 < columns.size() && columns[column + 1].nested &&
                          columns[column + 1].name.starts_with(columns[column].name + '.');
  return lower_ascii(type.substr(0, type.find_first_of(has_fields ? "<(" : "(")));
}

/// Tables of which three quarters of the columns agree.
class FamilyCluster {
 public:
  /// Adds a table if it fits.
  bool add(const FamilyMember &member, const TableDefinition &table) {
    std::size_t shared = 0, fresh = 0;
    std::unordered_map<std::string_view, std::string> types;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const auto &[name, type] =
          *types.emplace(table.columns[i].name, compared_type(table, i)).first;
      const auto known = columns_.find(name);
      if (known == columns_.end())
        ++fresh;
      else if (known->second.is_common && known->second.type == type)
        ++shared;
    }
    const std::size_t all = columns_.size() + fresh;
    if (!members_.empty() && shared * 4 < all * 3) return false;
    for (auto &[name, column] : columns_) {
      const auto same = types.find(name);
      if (same == types.end() || same->second != column.type) column.is_common = false;
    }
    const bool is_first = members_.empty();
    for (auto &[name, type] : types)
      columns_.emplace(name, ClusterColumn{std::move(type), is_first});
    members_.push_back(&member);
    return true;
  }

  const std::vector<const FamilyMember *> &members() const noexcept { return members_; }

 private:
  struct ClusterColumn {
    std::string type;
    bool is_common;
  };
  std::unordered_map<std::string_view, ClusterColumn> columns_;
  std::vector<const FamilyMember *> members_;
};

class FamilyFolder {
 public:
  explicit FamilyFolder(DatabaseDefinition &database) : database_(database) {}

  void fold() {
    collect();
    std::vector<const FamilyGroup *> order;
    for (const FamilyGroup &group : groups_) {
      if (group.members.size() >= min_dated_members) order.push_back(&group);
    }
    if (order.empty()) return;
    std::ranges::stable_sort(order, [](const FamilyGroup *a, const FamilyGroup *b) {
      if (a->is_dated() != b->is_dated()) return a->is_dated();
      return a->members.size() > b->members.size();
    });
    is_taken_.assign(database_.tables.size(), false);
    for (const FamilyGroup *group : order) fold(*group);
    join_families(database_, families_);
  }

 private:
  static std::string key_of(std::string_view qualifier, std::string_view name) {
    std::string key(qualifier);
    key += '\0';
    key += lower_ascii(name);
    return key;
  }

  void collect() {
    std::unordered_map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < database_.tables.size(); ++i) {
      const TableDefinition &table = database_.tables[i];
      const bool is_view =
          table.kind == TableKind::view || table.kind == TableKind::materialized_view;
      if (!is_view) names_.insert(key_of(table.qualifier, table.name));
      if (table.columns.empty() || is_view || table.kind == TableKind::family ||
          table.kind == TableKind::virtual_table) {
        continue;
      }
      for (const NameMark &mark : marks_of(table.name)) {
        std::string key = key_of(table.qualifier, table.name.substr(0, mark.start));
        key += '\0';
        key += static_cast<char>(mark.kind);
        key += lower_ascii(std::string_view(table.name).substr(mark.start + mark.size));
        const auto [found, is_new] = numbers.emplace(std::move(key), groups_.size());
        if (is_new) groups_.emplace_back();
        groups_[found->second].members.push_back({i, mark, mark_order(table.name, mark)});
      }
    }
  }

  void fold(const FamilyGroup &group) {
    const std::size_t min_members = group.min_members();
    std::vector<const FamilyMember *> members;
    for (const FamilyMember &member : group.members) {
      if (!is_taken_[member.table]) members.push_back(&member);
    }
    if (members.size() < min_members || are_copies(group.members.front())) return;
    std::ranges::stable_sort(members, std::ranges::greater(), &FamilyMember::order);
    const FamilyCluster largest = largest_cluster(members);
    if (largest.members().size() < min_members) return;
    const FamilyMember &newest = *largest.members().front();
    const TableDefinition &table = database_.tables[newest.table];
    std::string name = table.name;
    name.replace(newest.mark.start, newest.mark.size, "*");
    if (!names_.insert(key_of(table.qualifier, name)).second) return;
    Family &family = families_.emplace_back();
    family.name = std::move(name);
    for (const FamilyMember *member : largest.members()) {
      family.tables.push_back(member->table);
      is_taken_[member->table] = true;
    }
  }

  FamilyCluster largest_cluster(const std::vector<const FamilyMember *> &members) const {
    std::vector<FamilyCluster> clusters;
    for (const FamilyMember *member : members) {
      const TableDefinition &table = database_.tables[member->table];
      const bool fits = std::ranges::any_of(
          clusters, [&](FamilyCluster &cluster) { return cluster.add(*member, table); });
      if (!fits && clusters.size() < max_clusters) clusters.emplace_back().add(*member, table);
    }
    return *std::ranges::max_element(
        clusters, {}, [](const FamilyCluster &cluster) { return cluster.members().size(); });
  }

  /// Whether the name without its mark is that of a table, or says that it is a copy.
  bool are_copies(const FamilyMember &member) const {
    constexpr std::string_view separators = "_-.$ ";
    const TableDefinition &table = database_.tables[member.table];
    const std::string_view name = table.name;
    const std::string_view before = trimmed(name.substr(0, member.mark.start), separators);
    const std::string_view after =
        trimmed(name.substr(member.mark.start + member.mark.size), separators);
    std::string plain(before);
    if (!before.empty() && !after.empty()) plain += '_';
    plain += after;
    return names_.contains(key_of(table.qualifier, plain)) || has_copy_word(plain);
  }

  static bool has_copy_word(std::string_view name) {
    for (std::size_t start = 0; start <= name.size();) {
      const std::size_t end = std::min(name.find_first_of("_-.$ ", start), name.size());
      const std::string_view word = name.substr(start, end - start);
      for (const std::string_view copy : {"backup", "bak", "bkp", "old", "copy"}) {
        if (same_name(word, copy)) return true;
      }
      if (end == name.size()) return same_name(word, "all");
      start = end + 1;
    }
    return false;
  }

  DatabaseDefinition &database_;
  std::vector<FamilyGroup> groups_;
  std::unordered_set<std::string> names_;  // of tables and families, as keys
  std::vector<bool> is_taken_;
  std::vector<Family> families_;
};

}  // namespace

void fold_families(DatabaseDefinition &database) { FamilyFolder(database).fold(); }

}  // namespace sluice::inline v0::schema_detail
