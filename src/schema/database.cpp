#include "sluice/schema/database.hpp"

#include <algorithm>
#include <cassert>
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
    for (auto &column : table.columns) {
      visit(column.name);
      visit(column.title);
      visit(column.type);
      visit(column.description);
      for (auto &sample : column.samples) visit(sample);
    }
  }
}

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
      print.add(column.samples.size());
      for (const std::string_view sample : column.samples) print.add(sample);
    }
    add_positions(table.primary_key);
  }
  for (const ForeignKey &key : database.foreign_keys()) {
    print.add(std::uint64_t{key.table}).add(std::uint64_t{key.referenced_table});
    add_positions(key.columns);
    add_positions(key.referenced_columns);
  }
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
  std::size_t samples = 0;
  std::size_t positions = 0;
  each_text(definition, [&](const std::string &piece) { text += piece.size(); });
  for (const TableDefinition &table : definition.tables) {
    columns += table.columns.size();
    positions += table.primary_key.size();
    for (const ColumnDefinition &column : table.columns) samples += column.samples.size();
  }
  for (const ForeignKeyDefinition &key : definition.foreign_keys) {
    positions += key.columns.size() + key.referenced_columns.size();
  }
  text_.reserve(text);
  tables_.reserve(definition.tables.size());
  columns_.reserve(columns);
  samples_.reserve(samples);
  key_positions_.reserve(positions);
  foreign_keys_.reserve(definition.foreign_keys.size());

  name_ = keep(definition.name);
  description_ = keep(definition.description);
  for (const TableDefinition &table : definition.tables) add(table);
  for (const ForeignKeyDefinition &key : definition.foreign_keys) add(key);
  fingerprint_ = fingerprint_of(*this);
}

void Database::add(const TableDefinition &table) {
  const std::size_t first = columns_.size();
  for (const ColumnDefinition &column : table.columns) {
    const std::size_t first_sample = samples_.size();
    for (const std::string &sample : column.samples) samples_.push_back(keep(sample));
    columns_.push_back({keep(column.name), keep(column.title), keep(column.type),
                        keep(column.description), std::span(samples_).subspan(first_sample)});
  }
  tables_.push_back({keep(table.name), keep(table.title), keep(table.description),
                     std::span(columns_).subspan(first), keep(table.primary_key),
                     static_cast<std::uint32_t>(first)});
}

void Database::add(const ForeignKeyDefinition &key) {
  foreign_keys_.push_back({static_cast<std::uint32_t>(key.table),
                           static_cast<std::uint32_t>(key.referenced_table), keep(key.columns),
                           keep(key.referenced_columns)});
}

std::string_view Database::keep(std::string_view text) {
  assert(text_.size() + text.size() <= text_.capacity());
  const std::size_t offset = text_.size();
  text_ += text;
  return std::string_view(text_).substr(offset);
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
  for (const Table &table : tables_) {
    TableDefinition &copy = definition.tables.emplace_back();
    copy.name = table.name;
    copy.title = table.title;
    copy.description = table.description;
    copy.primary_key = copy_of<std::size_t>(table.primary_key);
    for (const Column &column : table.columns) {
      copy.columns.push_back({std::string(column.name), std::string(column.title),
                              std::string(column.type), std::string(column.description),
                              copy_of<std::string>(column.samples)});
    }
  }
  for (const ForeignKey &key : foreign_keys_) {
    definition.foreign_keys.push_back({key.table, copy_of<std::size_t>(key.columns),
                                       key.referenced_table,
                                       copy_of<std::size_t>(key.referenced_columns)});
  }
  return definition;
}

}  // namespace sluice::inline v0
