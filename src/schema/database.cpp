#include "sluice/schema/database.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "definition_check.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

template <class Definition, class Visit>
void each_text(Definition &database, Visit visit) {
  visit(database.name);
  visit(database.description);
  for (auto &table : database.tables) {
    visit(table.name);
    visit(table.title);
    visit(table.description);
    visit(table.qualifier);
    visit(table.members.first);
    visit(table.members.last);
    for (auto &column : table.columns) {
      visit(column.name);
      visit(column.title);
      visit(column.type);
      visit(column.description);
      for (auto &sample : column.samples) visit(sample);
      for (auto &value : column.values) visit(value);
    }
  }
}

constexpr std::size_t max_values = std::numeric_limits<std::uint16_t>::max();

void mend_text(DatabaseDefinition &definition) {
  each_text(definition, [](std::string &text) {
    if (!is_utf8(text)) text = repair_utf8(text);
  });
}

void drop_repeated_keys(std::vector<ForeignKeyDefinition> &keys) {
  std::set<std::tuple<std::size_t, std::vector<std::size_t>, std::size_t, std::vector<std::size_t>>>
      seen;
  std::erase_if(keys, [&](const ForeignKeyDefinition &key) {
    return !seen.emplace(key.table, key.columns, key.referenced_table, key.referenced_columns)
                .second;
  });
}

template <class Target, class Source>
std::vector<Target> copy_of(std::span<const Source> items) {
  return {items.begin(), items.end()};
}

/// What definitions had from the first, so that databases without the rest keep their fingerprints.
void add_extras(const Database &database, Fingerprint &print) {
  for (const Table &table : database.tables()) {
    if (table.kind != TableKind::table || table.qualifier_size > 0) {
      print.add("table").add(table.name).add(std::uint64_t{table.qualifier_size});
      print.add(static_cast<std::uint64_t>(table.kind));
    }
    for (const Column &column : table.columns) {
      if (column.value_count == 0 && column.nullable && !column.generated && !column.nested)
        continue;
      print.add("column").add(table.name).add(column.name);
      print.add(std::uint64_t{column.nullable} | std::uint64_t{column.generated} << 1 |
                std::uint64_t{column.nested} << 2);
      for (const std::string_view value : column.values()) print.add(value);
    }
  }
  for (const ForeignKey &key : database.foreign_keys()) {
    if (key.evidence == KeyEvidence::declared) continue;
    print.add("key").add(std::uint64_t{key.table}).add(static_cast<std::uint64_t>(key.evidence));
  }
  for (const TableMembers &members : database.members()) {
    print.add("members").add(std::uint64_t{members.table}).add(std::uint64_t{members.count});
    print.add(members.first).add(members.last);
  }
  for (const ColumnOrigin &origin : database.origins()) {
    print.add("origin").add(std::uint64_t{origin.table}).add(std::uint64_t{origin.column});
    print.add(std::uint64_t{origin.source_table}).add(std::uint64_t{origin.source_column});
  }
  if (database.dialect() != sql::Dialect::sqlite)
    print.add("dialect").add(sql::dialect_name(database.dialect()));
}

std::uint64_t fingerprint_of(const Database &database) {
  Fingerprint print;
  const auto add_positions = [&](std::span<const std::uint32_t> positions) {
    print.add(positions.size());
    for (const std::uint32_t position : positions) print.add(std::uint64_t{position});
  };
  print.add(database.name()).add(database.description()).add(database.tables().size());
  for (const Table &table : database.tables()) {
    print.add(table.name).add(table.title).add(table.description).add(table.columns.size());
    for (const Column &column : table.columns) {
      print.add(column.name).add(column.title).add(column.type).add(column.description);
      print.add(column.samples().size());
      for (const std::string_view sample : column.samples()) print.add(sample);
    }
    add_positions(table.primary_key);
  }
  for (const ForeignKey &key : database.foreign_keys()) {
    print.add(std::uint64_t{key.table}).add(std::uint64_t{key.referenced_table});
    add_positions(key.columns);
    add_positions(key.referenced_columns);
  }
  add_extras(database, print);
  return print.value();
}

}  // namespace

std::shared_ptr<const Database> Database::make(DatabaseDefinition definition) {
  schema_detail::check(definition);
  mend_text(definition);
  drop_repeated_keys(definition.foreign_keys);
  return std::shared_ptr<const Database>(new Database(definition));
}

// All memory must be reserved before the first view into it is taken.
Database::Database(const DatabaseDefinition &definition) {
  std::size_t text = 0;
  std::size_t columns = 0;
  std::size_t texts = 0;
  std::size_t origins = 0;
  std::size_t positions = 0;
  each_text(definition, [&](const std::string &piece) { text += piece.size() + 1; });  // a NUL
  for (const TableDefinition &table : definition.tables) {
    columns += table.columns.size();
    positions += table.primary_key.size();
    for (const ColumnDefinition &column : table.columns)
      texts += column.samples.size() + column.values.size();
    origins += table.origins.size();
  }
  for (const ForeignKeyDefinition &key : definition.foreign_keys) {
    positions += key.columns.size() + key.referenced_columns.size();
  }
  text_.reserve(text);
  tables_.reserve(definition.tables.size());
  columns_.reserve(columns);
  texts_.reserve(texts);
  origins_.reserve(origins);
  key_positions_.reserve(positions);
  foreign_keys_.reserve(definition.foreign_keys.size());

  dialect_ = definition.dialect;
  name_ = keep(definition.name);
  description_ = keep(definition.description);
  for (const TableDefinition &table : definition.tables) add(table);
  for (const ForeignKeyDefinition &key : definition.foreign_keys) add(key);
  fingerprint_ = fingerprint_of(*this);
}

void Database::add(const TableDefinition &table) {
  const std::size_t first = columns_.size();
  const auto number = static_cast<std::uint32_t>(tables_.size());
  for (const ColumnDefinition &column : table.columns) {
    Column &kept = columns_.emplace_back();
    kept.name = keep(column.name);
    kept.title = keep(column.title);
    kept.type = keep(column.type);
    kept.description = keep(column.description);
    kept.texts = texts_.data() + texts_.size();
    kept.sample_count = static_cast<std::uint32_t>(column.samples.size());
    kept.value_count = static_cast<std::uint16_t>(std::min(column.values.size(), max_values));
    for (const std::string &sample : column.samples) texts_.push_back(keep(sample));
    for (std::size_t i = 0; i < kept.value_count; ++i) texts_.push_back(keep(column.values[i]));
    kept.nullable = column.nullable;
    kept.generated = column.generated;
    kept.nested = column.nested;
  }
  const std::size_t begin = text_.size();
  if (!table.qualifier.empty()) text_.append(table.qualifier).push_back('.');
  keep(table.name);
  const auto name = std::string_view(text_).substr(begin, text_.size() - 1 - begin);
  tables_.push_back({name, keep(table.title), keep(table.description),
                     std::span(columns_).subspan(first), keep(table.primary_key),
                     static_cast<std::uint32_t>(first),
                     static_cast<std::uint32_t>(table.qualifier.size()), table.kind});
  if (table.kind == TableKind::family) {
    members_.push_back({number, static_cast<std::uint32_t>(table.members.count),
                        keep(table.members.first), keep(table.members.last)});
  }
  for (const OriginDefinition &origin : table.origins) {
    origins_.push_back({number, static_cast<std::uint32_t>(origin.column),
                        static_cast<std::uint32_t>(origin.source_table),
                        static_cast<std::uint32_t>(origin.source_column)});
  }
}

void Database::add(const ForeignKeyDefinition &key) {
  foreign_keys_.push_back({static_cast<std::uint32_t>(key.table),
                           static_cast<std::uint32_t>(key.referenced_table), keep(key.columns),
                           keep(key.referenced_columns), key.evidence});
}

std::string_view Database::keep(std::string_view text) {
  assert(text_.size() + text.size() < text_.capacity());
  const std::size_t offset = text_.size();
  text_ += text;
  text_.push_back('\0');
  return std::string_view(text_).substr(offset, text.size());
}

std::span<const std::uint32_t> Database::keep(std::span<const std::size_t> positions) {
  const std::size_t first = key_positions_.size();
  for (const std::size_t position : positions) {
    key_positions_.push_back(static_cast<std::uint32_t>(position));
  }
  return std::span(key_positions_).subspan(first);
}

DatabaseDefinition Database::definition() const {
  DatabaseDefinition definition;
  definition.name = name_;
  definition.description = description_;
  definition.dialect = dialect_;
  for (const Table &table : tables_) {
    TableDefinition &copy = definition.tables.emplace_back();
    copy.name = table.bare_name();
    copy.qualifier = table.qualifier();
    copy.title = table.title;
    copy.description = table.description;
    copy.kind = table.kind;
    copy.primary_key = copy_of<std::size_t>(table.primary_key);
    for (const Column &column : table.columns) {
      copy.columns.push_back({std::string(column.name), std::string(column.title),
                              std::string(column.type), std::string(column.description),
                              copy_of<std::string>(column.samples()),
                              copy_of<std::string>(column.values()), column.nullable,
                              column.generated, column.nested});
    }
  }
  for (const TableMembers &members : members_) {
    definition.tables[members.table].members = {members.count, std::string(members.first),
                                                std::string(members.last)};
  }
  for (const ColumnOrigin &origin : origins_) {
    definition.tables[origin.table].origins.push_back(
        {origin.column, origin.source_table, origin.source_column});
  }
  for (const ForeignKey &key : foreign_keys_) {
    definition.foreign_keys.push_back({key.table, copy_of<std::size_t>(key.columns),
                                       key.referenced_table,
                                       copy_of<std::size_t>(key.referenced_columns), key.evidence});
  }
  return definition;
}

}  // namespace sluice::inline v0
