#include "presumed_references.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/schema/schema_graph.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// How reliably a name identifies its target, in ascending order.
enum class Sureness { plain_name, own_plain_name, ends_in_key, names, names_owner };

std::string singular(std::string word) {
  const auto ends = [&](std::string_view end) { return word.ends_with(end); };
  const auto cut = [&](std::size_t letters) { word.resize(word.size() - letters); };
  if (ends("ies") && word.size() > 4) {
    cut(3);
    word += 'y';
  } else if (ends("sses") || ends("xes") || ends("ches") || ends("shes")) {
    cut(2);
  } else if (ends("s") && !ends("ss") && !ends("us") && word.size() > 3) {
    cut(1);
  }
  return word;
}

/// A name's words in the singular, joined without separators: "order_items" and "OrderItem" become
/// equal.
struct Squashed {
  std::string text;
  std::vector<std::size_t> starts;  // offsets of the words

  explicit Squashed(std::string_view name) {
    for (std::string &word : split_identifier(name)) {
      starts.push_back(text.size());
      text += singular(std::move(word));
    }
  }
};

/// Names that mean only "identifier".
bool is_general(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"id", "code", "key", "no", "number"};
  return std::ranges::find(names, name) != names.end();
}

bool ends_as_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 5> ends{"id", "code", "key", "no", "number"};
  return std::ranges::any_of(ends, [name](std::string_view end) { return name.ends_with(end); });
}

/// A key that a name may refer to.
struct Target {
  Sureness sureness = Sureness::plain_name;
  TableId table;
  ColumnId key;
};

bool is_surer(const Target &a, const Target &b) {
  return a.sureness != b.sureness ? a.sureness > b.sureness : a.table < b.table;
}

/// Keys by the names of columns that may refer to them.
class Targets {
 public:
  void add(std::string_view name, const Target &target) {
    Best &best = by_name_[std::string(name)];
    if (!best.first || is_surer(target, *best.first)) {
      best.second = std::exchange(best.first, target);
    } else if (!best.second || is_surer(target, *best.second)) {
      best.second = target;
    }
  }

  /// The most reliable target that is not in table `except`; nullptr if there is none.
  const Target *find(std::string_view name, TableId except) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return nullptr;
    const auto &[first, second] = found->second;
    if (first->table != except) return &*first;
    return second ? &*second : nullptr;
  }

 private:
  // Two targets, since a column does not refer to its own table; each table adds a name only once.
  struct Best {
    std::optional<Target> first, second;
  };
  std::map<std::string, Best, std::less<>> by_name_;
};

class Supposer {
 public:
  Supposer(const Catalog &catalog, DatabaseId database, const Mask *mask)
      : catalog_(catalog), database_(database), mask_(mask) {
    for (const ColumnId key : key_columns(catalog, database, mask)) add_key(key);
  }

  std::vector<Reference> references() const {
    std::vector<Reference> found;
    for (const ColumnId column : catalog_.columns(database_)) {
      if (!visible(mask_, column)) continue;
      if (const Target *target = target_of(column)) {
        found.push_back({catalog_.table_of(column), target->table, {column}, {target->key}, true});
      }
    }
    return found;
  }

 private:
  /// Shorter keys match the end of other words by chance.
  static constexpr std::size_t shortest_ending = 5;
  /// Of longer names, only endings up to this length are examined.
  static constexpr std::size_t longest_ending = 64;

  void add_key(ColumnId column) {
    const TableId table = catalog_.table_of(column);
    const std::string_view name = catalog_.column(column).name;
    const std::string owner = Squashed(catalog_.table(table).name).text;
    const std::string key = Squashed(name).text;
    if (owner.empty() || key.empty()) return;
    const auto target = [&](Sureness sureness) { return Target{sureness, table, column}; };
    const bool names_owner = key.find(owner) != key.npos;
    const std::string full = names_owner ? key : owner + key;
    const bool identifies = ends_as_identifier(key);

    whole_.add(owner, target(Sureness::names));
    if (is_general(key)) {
      whole_.add(full, target(Sureness::names_owner));
    } else if (identifies) {
      whole_.add(key, target(names_owner ? Sureness::names_owner : Sureness::names));
    } else if (key != "name") {
      whole_.add(key, target(names_owner ? Sureness::own_plain_name : Sureness::plain_name));
    }
    if (identifies && full.size() >= shortest_ending) ends_.add(full, target(Sureness::names));
    if (identifies && key.size() >= shortest_ending)
      last_words_.add(key, target(Sureness::ends_in_key));
    if (names_owner || is_general(key)) has_own_key_.push_back(column);
  }

  const Target *target_of(ColumnId column) const {
    const TableId table = catalog_.table_of(column);
    const Squashed name(catalog_.column(column).name);
    const std::string_view text = name.text;
    const Target *best = whole_.find(text, table);
    const auto consider = [&](const Target *target) {
      if (target != nullptr && (best == nullptr || is_surer(*target, *best))) best = target;
    };
    for (std::size_t at = text.size() > longest_ending ? text.size() - longest_ending : 1;
         at + shortest_ending <= text.size(); ++at)
      consider(ends_.find(text.substr(at), table));
    for (const std::size_t start : name.starts) {
      if (start > 0 && start + longest_ending >= text.size())
        consider(last_words_.find(text.substr(start), table));
    }
    // A column named after its own table refers to that table.
    if (best != nullptr && best->sureness != Sureness::names_owner &&
        std::ranges::binary_search(has_own_key_, column))
      return nullptr;
    return best;
  }

  const Catalog &catalog_;
  DatabaseId database_;
  const Mask *mask_;
  Targets whole_, ends_, last_words_;
  std::vector<ColumnId> has_own_key_;  // keys, ascending
};

}  // namespace

std::vector<Reference> presumed_references(const Catalog &catalog, DatabaseId database,
                                           const Mask *mask) {
  return Supposer(catalog, database, mask).references();
}

}  // namespace sluice::inline v0::schema_detail
