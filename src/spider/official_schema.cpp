#include "sluice/spider/official_schema.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0 {
namespace {

/// `*`, or `table.column`.
std::vector<std::string> column_paths(const JsonValue &entry) {
  std::vector<std::string> tables;
  for (const JsonValue table : entry.at("table_names_original"))
    tables.push_back(lower_ascii(table.as_string()));
  std::vector<std::string> paths;
  for (const JsonValue column : entry.at("column_names_original")) {
    if (column.size() != 2) column.fail("expected a table number and a column name");
    auto part = column.begin();
    const JsonValue number = *part;
    ++part;
    const std::int64_t table = number.as_integer();
    if (table >= static_cast<std::int64_t>(tables.size())) number.fail("no table has this number");
    std::string &path = paths.emplace_back(lower_ascii((*part).as_string()));
    if (table >= 0) path = tables[static_cast<std::size_t>(table)] + '.' + path;
  }
  return paths;
}

std::size_t column_number(const JsonValue &value, std::size_t columns) {
  const std::int64_t number = value.as_integer();
  if (number < 0 || number >= static_cast<std::int64_t>(columns))
    value.fail("no column has this number");
  return static_cast<std::size_t>(number);
}

using ColumnPair = std::pair<std::size_t, std::size_t>;

/// `paths` is indexed by column number.
OfficialForeignKeys grouped(std::string database, const std::vector<std::string> &paths,
                            const std::vector<ColumnPair> &pairs) {
  std::vector<std::vector<std::size_t>> groups;
  for (const ColumnPair &pair : pairs) {
    const auto has_one = [&](const std::vector<std::size_t> &group) {
      return std::find(group.begin(), group.end(), pair.first) != group.end() ||
             std::find(group.begin(), group.end(), pair.second) != group.end();
    };
    auto group = std::find_if(groups.begin(), groups.end(), has_one);
    if (group == groups.end()) group = groups.emplace(groups.end());
    group->push_back(pair.first);
    group->push_back(pair.second);
  }
  OfficialForeignKeys keys;
  keys.database = std::move(database);
  for (std::vector<std::size_t> &group : groups) {
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
    for (const std::size_t column : group)
      keys.representatives.emplace_back(paths[column], paths[group.front()]);
  }
  return keys;
}

OfficialForeignKeys foreign_keys_of(const JsonValue &entry) {
  const std::vector<std::string> paths = column_paths(entry);
  std::vector<ColumnPair> pairs;
  for (const JsonValue key : entry.at("foreign_keys")) {
    if (key.size() != 2) key.fail("expected two column numbers");
    auto part = key.begin();
    const std::size_t from = column_number(*part, paths.size());
    ++part;
    pairs.emplace_back(from, column_number(*part, paths.size()));
  }
  return grouped(std::string(entry.at("db_id").as_string()), paths, pairs);
}

/// The text of one entry of tables.json.
struct Entry {
  std::string_view text;
  std::string_view database;  ///< As written; empty if it is not a plain string.
};

/// The quotation mark that ends the string that begins at `open`; npos if there is none.
std::size_t string_end(std::string_view json, std::size_t open) noexcept {
  for (std::size_t end = open + 1; (end = json.find('"', end)) != json.npos; ++end) {
    std::size_t escapes = 0;
    while (json[end - 1 - escapes] == '\\') ++escapes;
    if (escapes % 2 == 0) return end;
  }
  return json.npos;
}

/// Splits an array into its objects without parsing them, except for the name. Empty if the
/// structure is unexpected; the full parser then reports what is wrong.
std::optional<std::vector<Entry>> entries_of(std::string_view json) {
  std::vector<Entry> entries;
  std::size_t depth = 0, begin = 0;
  std::string_view key;
  for (std::size_t i = 0; i < json.size(); ++i) {
    switch (json[i]) {
      case '"': {
        const std::size_t end = string_end(json, i);
        if (end == json.npos) return std::nullopt;
        const std::string_view text = json.substr(i + 1, end - i - 1);
        i = end;
        if (depth != 2) break;
        const std::size_t next = json.find_first_not_of(" \t\r\n", end + 1);
        if (next != json.npos && json[next] == ':') {
          key = text;
        } else if (std::exchange(key, {}) == "db_id") {
          entries.back().database = text;
        }
        break;
      }
      case '{':
      case '[':
        if (++depth == 2) {
          begin = i;
          entries.emplace_back();
          if (json[i] != '{') return std::nullopt;
        }
        break;
      case '}':
      case ']':
        if (depth == 0) return std::nullopt;
        if (--depth == 1) entries.back().text = json.substr(begin, i + 1 - begin);
        key = {};
        break;
      default: break;
    }
  }
  if (depth != 0) return std::nullopt;
  return entries;
}

}  // namespace

OfficialForeignKeys official_foreign_keys(const Database &database) {
  std::vector<std::string> paths;
  for (const Table &table : database.tables()) {
    for (const Column &column : table.columns)
      paths.push_back(lower_ascii(table.name) + '.' + lower_ascii(column.name));
  }
  std::vector<ColumnPair> pairs;
  const auto number = [&database](std::uint32_t table, std::uint32_t column) {
    return std::size_t{database.tables()[table].first_column} + column;
  };
  for (const ForeignKey &key : database.foreign_keys()) {
    if (key.evidence != KeyEvidence::declared) continue;
    for (std::size_t c = 0; c < key.columns.size(); ++c) {
      pairs.emplace_back(number(key.table, key.columns[c]),
                         number(key.referenced_table, key.referenced_columns[c]));
    }
  }
  return grouped(std::string(database.name()), paths, pairs);
}

std::vector<OfficialForeignKeys> read_official_foreign_keys(
    std::string_view tables_json, const std::string &source,
    std::span<const std::string> databases) {
  std::vector<OfficialForeignKeys> keys;
  const auto entries = databases.empty() ? std::nullopt : entries_of(tables_json);
  try {
    for (const Entry &entry : entries.value_or(std::vector<Entry>())) {
      // A missing or escaped name may be any name.
      const bool wanted =
          entry.database.empty() || entry.database.find('\\') != entry.database.npos ||
          std::find(databases.begin(), databases.end(), entry.database) != databases.end();
      if (wanted) keys.push_back(foreign_keys_of(JsonDocument::parse(entry.text, source).root()));
    }
    if (entries) return keys;
  } catch (const Error &) {  // its place is relative to the entry, not to the file
    keys.clear();
  }
  const JsonDocument document = JsonDocument::parse(tables_json, source);
  for (const JsonValue entry : document.root()) keys.push_back(foreign_keys_of(entry));
  return keys;
}

OfficialSchemas::OfficialSchemas(std::string_view tables_json, std::string source)
    : document_(JsonDocument::parse(tables_json, std::move(source))) {
  for (const JsonValue entry : document_.root())
    entries_.push_back({std::string(entry.at("db_id").as_string()), entry, nullptr});
}

const OfficialSchema *OfficialSchemas::find(std::string_view database) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [database](const Entry &entry) {
    return entry.database == database;
  });
  if (found == entries_.end()) return nullptr;
  if (found->schema == nullptr) {
    const OfficialForeignKeys keys = foreign_keys_of(found->value);  // also checks the columns
    std::vector<OfficialSchema::NamedTable> tables;
    for (const JsonValue name : found->value.at("table_names_original"))
      tables.push_back({name.as_string(), {}});
    for (const JsonValue column : found->value.at("column_names_original")) {
      auto part = column.begin();
      const std::int64_t table = (*part).as_integer();
      ++part;
      if (table >= 0 && table < static_cast<std::int64_t>(tables.size()))
        tables[static_cast<std::size_t>(table)].columns.push_back((*part).as_string());
    }
    found->schema = std::make_unique<OfficialSchema>(tables, &keys);
  }
  return found->schema.get();
}

namespace {

std::vector<OfficialSchema::NamedTable> names_of(const Database &database) {
  std::vector<OfficialSchema::NamedTable> tables;
  for (const Table &table : database.tables()) {
    OfficialSchema::NamedTable &named = tables.emplace_back();
    named.name = table.name;
    for (const Column &column : table.columns) named.columns.push_back(column.name);
  }
  return tables;
}

}  // namespace

OfficialSchema::OfficialSchema(const Database &database, const OfficialForeignKeys *keys)
    : OfficialSchema(names_of(database), keys) {}

OfficialSchema::OfficialSchema(const std::vector<NamedTable> &tables,
                               const OfficialForeignKeys *keys) {
  names_.emplace_back().text = "*";
  for (const NamedTable &table : tables) {
    TableNames &named = tables_.emplace_back();
    named.name = add(lower_ascii(table.name), all, true);
    for (const std::string_view column : table.columns)
      named.columns.push_back(add(lower_ascii(column), named.name, false));
  }
  if (keys != nullptr) group(*keys);
}

OfficialName OfficialSchema::add(std::string text, OfficialName table, bool is_table) {
  const OfficialName name(names_.size());
  names_.push_back({std::move(text), table, name, is_table});
  return name;
}

/// tables.json and the database may have different columns.
OfficialName OfficialSchema::find_or_add(const std::string &path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return all;
  const auto table = find_table(std::string_view(path).substr(0, dot));
  if (table) {
    if (const auto found = find_column(*table, std::string_view(path).substr(dot + 1)))
      return *found;
  }
  const auto added = std::find_if(names_.begin(), names_.end(), [&](const Name &name) {
    return name.table == all && name.text == path;
  });
  if (added != names_.end()) return OfficialName(static_cast<std::size_t>(added - names_.begin()));
  return add(path, all, false);
}

void OfficialSchema::group(const OfficialForeignKeys &keys) {
  // If a column is in several groups, the last one wins.
  for (const auto &[column, representative] : keys.representatives) {
    const OfficialName of = find_or_add(column);
    if (of != all) names_[of.index()].representative = find_or_add(representative);
  }
}

std::string_view OfficialSchema::bare(OfficialName name) const noexcept {
  const Name &found = names_[name.index()];
  const std::string_view text = found.text;
  // If a column's name contains dots, the script uses the part between the first two dots of
  // `table.column`; for a column that only tables.json has, the part after the table's name.
  const std::size_t begin = found.table == all ? text.find('.') + 1 : 0;
  return text.substr(begin, text.find('.', begin) - begin);
}

std::optional<OfficialName> OfficialSchema::find_table(std::string_view name) const noexcept {
  for (const TableNames &table : tables_) {
    if (names_[table.name.index()].text == name) return table.name;
  }
  return std::nullopt;
}

std::optional<OfficialName> OfficialSchema::find_column(OfficialName table,
                                                        std::string_view name) const noexcept {
  for (const TableNames &named : tables_) {
    if (named.name != table) continue;
    for (const OfficialName column : named.columns) {
      if (names_[column.index()].text == name) return column;
    }
  }
  return std::nullopt;
}

}  // namespace sluice::inline v0
