#include "export_keys.hpp"

#include <algorithm>
#include <initializer_list>
#include <unordered_set>
#include <utility>

#include "export_tables.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

std::string key_text(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) {
    text += part;
    text += '\0';
  }
  return text;
}

/// In words, or as the letter of a system table.
ExportKeyKind key_kind_of(std::string_view type) {
  if (type.empty()) return ExportKeyKind::unknown;
  const std::string word = lower_ascii(trimmed(type));
  if (word == "p" || word == "pk" || word.find("primary") != word.npos)
    return ExportKeyKind::primary;
  if (word == "f" || word == "r" || word == "fk" || word.find("foreign") != word.npos ||
      word.find("referential") != word.npos) {
    return ExportKeyKind::foreign;
  }
  if (word == "u" || word == "uq" || word.find("unique") != word.npos) return ExportKeyKind::unique;
  return ExportKeyKind::other;
}

/// What the name of a constraint suggests: PRIMARY, PK_orders, orders_pkey, orders.pk$
bool is_primary_name(std::string_view name) {
  const std::string word = lower_ascii(name);
  return word == "primary" || word.starts_with("pk_") || word.starts_with("pk__") ||
         word.ends_with("_pkey") || word.ends_with("_pk") || word.ends_with(".pk$");
}

/// "[a, b]", "{a,b}", "a, b" and, of Db2, "a      b".
std::vector<std::string> names_in_list(std::string_view list) {
  list = trimmed(list, " []{}()");
  const char separator = list.find(',') != list.npos ? ',' : ' ';
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(one.size() + 1, list.size()));
    const std::string_view name = trimmed(one, " \"`'");
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

void fill_in(std::string &text, std::string_view from) {
  if (text.empty()) text = from;
}

}  // namespace

ExportConstraint &ExportKeys::constraint_of(std::string_view schema, std::string_view name) {
  return constraints_[key_text({schema, name})];
}

const ExportConstraint *ExportKeys::constraint(std::string_view schema,
                                               std::string_view name) const {
  const auto found = constraints_.find(key_text({schema, name}));
  return found != constraints_.end() ? &found->second : nullptr;
}

void ExportKeys::add(const ExportRow &row, const ExportHeader &header) {
  using enum ExportField;
  if (!row[deleted].empty()) return;
  if (header.is_key_usage()) {
    const std::string_view owner =
        row[constraint_schema].empty() ? row[schema] : row[constraint_schema];
    if (row[constraint].empty() || row[column].empty()) return;
    constraint_of(owner, row[constraint])
        .uses.push_back({std::string(row[catalog]), std::string(row[schema]),
                         std::string(export_table_name(row)), std::string(row[column])});
    return;
  }
  if (header.is_key_pairs()) {
    if (row[constraint].empty() || row[unique_constraint].empty()) return;
    ExportConstraint &known = constraint_of(row[constraint_schema], row[constraint]);
    if (!known.unique_constraint.empty() && (known.unique_constraint != row[unique_constraint] ||
                                             known.unique_schema != row[unique_schema])) {
      known.is_ambiguous = true;
    }
    known.unique_schema = row[unique_schema];
    known.unique_constraint = row[unique_constraint];
    return;
  }
  // Snowflake's SHOW PRIMARY KEYS, and JDBC's.
  const bool lists_primary = (header.has_name("keysequence") || header.has_name("pkname")) &&
                             !header.has(referenced_table) && !header.has_columns();
  const ExportKeyKind kind =
      lists_primary ? ExportKeyKind::primary : key_kind_of(row[constraint_type]);
  if (export_table_name(row).empty()) return;
  // A column without a key, in an export of columns and keys together.
  if (row[constraint].empty() && kind == ExportKeyKind::unknown && row[referenced_table].empty())
    return;
  ExportKey &key = key_of(row, header, kind);
  if (key.kind == ExportKeyKind::unknown) key.kind = kind;
  fill_in(key.referenced_catalog, row[referenced_catalog]);
  fill_in(key.referenced_schema, row[referenced_schema]);
  fill_in(key.referenced_table, row[referenced_table]);
  fill_in(key.unique_schema, row[unique_schema]);
  fill_in(key.unique_constraint, row[unique_constraint]);
  add_parts(key, row);
}

/// Without a name of the constraint, each row is a key of its own, unless its position says that it
/// continues the one before; columns of primary keys belong together.
ExportKey &ExportKeys::key_of(const ExportRow &row, const ExportHeader &header,
                              ExportKeyKind kind) {
  using enum ExportField;
  const std::string_view table_name = export_table_name(row);
  const std::string_view name = row[constraint];
  // Next to the types of columns, their positions are those in the table.
  if (name.empty() && !keys_.empty() && !header.has_columns() &&
      export_count(row[ordinal]).value_or(0) > 1) {
    ExportKey &last = keys_.back();
    if (last.name.empty() && last.table == table_name && last.schema == row[schema] &&
        last.referenced_table == row[referenced_table]) {
      return last;
    }
  }
  if (!name.empty() || kind == ExportKeyKind::primary) {
    const auto [found, fresh] =
        by_name_.try_emplace(key_text({row[catalog], row[schema], table_name, name}), keys_.size());
    if (!fresh) return keys_[found->second];
  }
  ExportKey &key = keys_.emplace_back();
  key.catalog = row[catalog];
  key.schema = row[schema];
  key.table = table_name;
  key.constraint_schema = row[constraint_schema].empty() ? row[schema] : row[constraint_schema];
  key.name = name;
  key.place = row.place;
  return key;
}

void ExportKeys::add_parts(ExportKey &key, const ExportRow &row) {
  using enum ExportField;
  if (!row[column_list].empty()) {
    if (!key.parts.empty()) return;
    for (std::string &name : names_in_list(row[column_list])) {
      ExportKeyPart &part = key.parts.emplace_back();
      part.column = std::move(name);
      part.ordinal = key.parts.size();
    }
    key.referenced_columns = names_in_list(row[referenced_list]);
    return;
  }
  if (row[column].empty()) return;
  key.parts.push_back({std::string(row[column]), std::string(row[referenced_column]),
                       export_count(row[ordinal]).value_or(0),
                       export_count(row[unique_position]).value_or(0)});
}

bool ExportKeys::refers(const ExportKey &key) const {
  if (!key.referenced_table.empty() || !key.unique_constraint.empty()) return true;
  const auto in_unique = [](const ExportKeyPart &part) { return part.unique_position > 0; };
  if (std::ranges::any_of(key.parts, in_unique)) return true;
  const ExportConstraint *named = constraint(key.constraint_schema, key.name);
  if (named == nullptr || key.name.empty()) return false;
  if (!named->unique_constraint.empty()) return true;
  return !named->uses.empty() && named->uses.front().table != key.table;
}

/// Where only the usage of columns is exported, it lists the columns of primary keys.
void ExportKeys::take_uses(ExportKey &key) const {
  const ExportConstraint *named = constraint(key.constraint_schema, key.name);
  if (named == nullptr || named->uses.size() > max_export_key_columns) return;
  for (const ExportKeyUse &use : named->uses) {
    if (use.table == key.table) key.parts.push_back({use.column, {}, 0, 0});
  }
}

void ExportKeys::finish() {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    ExportKey &key = keys_[i];
    if (key.kind == ExportKeyKind::unknown) {
      if (refers(key)) {
        key.kind = ExportKeyKind::foreign;
      } else if (is_primary_name(key.name)) {
        key.kind = ExportKeyKind::primary;
      }
    }
    if (key.kind == ExportKeyKind::primary && key.parts.empty()) take_uses(key);
    std::ranges::stable_sort(key.parts, {}, &ExportKeyPart::ordinal);
    if (key.kind != ExportKeyKind::foreign) {
      // Joined with other rows, a column may come several times.
      std::unordered_set<std::string> seen;
      std::erase_if(key.parts,
                    [&](const ExportKeyPart &part) { return !seen.insert(part.column).second; });
    }
    if (key.name.empty()) continue;
    ExportConstraint &named = constraint_of(key.constraint_schema, key.name);
    if (key.kind == ExportKeyKind::foreign) {
      ++named.foreign_keys;
    } else if (key.kind != ExportKeyKind::other) {
      ++named.keys;
      named.key = i;
    }
  }
}

}  // namespace sluice::inline v0::schema_detail
