#include "rails_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "plural_names.hpp"
#include "rails_columns.hpp"
#include "schema/load/check_values.hpp"
#include "schema/names.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// The names that an option has: one, a list of them, or none.
std::vector<std::string> rails_names(const RubyCall &call, std::string_view option) {
  const RubyValue *value = call.find(option);
  if (value == nullptr) return {};
  if (value->is_list) return value->items;
  return value->text.empty() ? std::vector<std::string>() : std::vector<std::string>{value->text};
}

}  // namespace

void set_rails_name(TableDefinition &table, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool is_qualified = dot != name.npos && dot > 0 && dot + 1 < name.size();
  if (is_qualified) table.qualifier = name.substr(0, dot);
  table.name = is_qualified ? name.substr(dot + 1) : name;
}

void RailsTables::apply(const RubyCall &call, std::size_t line) {
  line_ = line;
  if (call.method == "end" && call.receiver.empty()) {
    open_table_.reset();
  } else if (open_table_ && !call.receiver.empty()) {
    add_columns(call);
  } else if (call.method == "create_table") {
    add_table(call);
  } else if (call.method == "add_foreign_key") {
    references_.push_back({std::string(call.argument(0)), std::string(call.argument(1)),
                           rails_names(call, "column"), rails_names(call, "primary_key"), line_});
  } else if (call.method == "add_check_constraint") {
    const auto found = tables_.find(std::string(call.argument(0)));
    if (found != tables_.end()) checks_.push_back({found->second, std::string(call.argument(1))});
  } else if (call.method == "create_enum" && call.arguments.size() > 1) {
    enumerations_.emplace(call.argument(0), call.arguments[1].items);
    dialect_ = sql::Dialect::postgresql;
  } else if (call.method == "enable_extension") {
    dialect_ = sql::Dialect::postgresql;
  }
}

void RailsTables::add_table(const RubyCall &call) {
  const std::string name(call.argument(0));
  if (name.empty()) return problems_.add(line_, "a table has no name");
  const std::size_t number = database_.tables.size();
  if (!tables_.emplace(name, number).second) {
    return problems_.add(
        line_, fmt::format("table {} is defined twice; the first is used", quote_name(name)));
  }
  TableDefinition &table = database_.tables.emplace_back();
  columns_.emplace_back();
  set_rails_name(table, name);
  table.description = call.text("comment");
  if (call.text("options").find("ENGINE") != std::string_view::npos ||
      call.find("charset") != nullptr) {
    dialect_ = sql::Dialect::mysql;
  }
  const RubyValue *key = call.find("primary_key");
  const RubyValue *id = call.find("id");
  if (key != nullptr && key->is_list) {
    primary_keys_.push_back({number, key->items, line_});
  } else if (id == nullptr || id->text != "false") {
    add_key_column(number, key != nullptr && !key->text.empty() ? key->text : "id", id);
  }
  if (!call.opens_block) return;
  open_table_ = number;
  open_name_ = name;
}

/// The column that Rails adds by itself. `id` is its type, or its options.
void RailsTables::add_key_column(std::size_t table, std::string name, const RubyValue *id) {
  std::string type = "bigint";
  RubyCall call;
  if (id != nullptr) {
    if (!id->text.empty() && id->text != "true") type = id->text;
    for (const auto &[option, value] : id->options) {
      if (option == "type")
        type = value.text;
      else
        call.options.emplace_back(option, value);
    }
  }
  call.options.emplace_back("null", RubyValue{.text = "false"});
  primary_keys_.push_back({table, {name}, line_});
  add_column(table, std::move(name), type, call);
}

void RailsTables::add_columns(const RubyCall &call) {
  const std::size_t table = *open_table_;
  if (call.method == "check_constraint") checks_.push_back({table, std::string(call.argument(0))});
  if (!defines_rails_column(call.method)) return;
  if (call.method == "timestamps") {
    add_column(table, "created_at", "datetime", call);
    add_column(table, "updated_at", "datetime", call);
  } else if (call.method == "references" || call.method == "belongs_to") {
    add_references(call);
  } else if (call.method == "column") {
    add_column(table, std::string(call.argument(0)), call.argument(1), call);
  } else {
    for (const RubyValue &name : call.arguments) {
      const bool is_key = call.method == "primary_key" || call.text("primary_key") == "true";
      if (is_key) primary_keys_.push_back({table, {name.text}, line_});
      add_column(table, name.text, call.method == "primary_key" ? "bigint" : call.method.c_str(),
                 call);
    }
  }
}

/// `t.references "user"` is the column "user_id".
void RailsTables::add_references(const RubyCall &call) {
  const std::string_view type = call.text("type");
  for (const RubyValue &name : call.arguments) {
    std::string column = name.text + "_id";
    add_column(*open_table_, column, type.empty() ? "bigint" : type, call);
    if (call.find("polymorphic") != nullptr)
      add_column(*open_table_, name.text + "_type", "string", call);
    const RubyValue *key = call.find("foreign_key");
    if (key == nullptr || key->text == "false") continue;
    const auto named = std::ranges::find(key->options, "to_table", &RubyOptions::value_type::first);
    references_.push_back({open_name_,
                           named != key->options.end() ? named->second.text : name.text,
                           {std::move(column)},
                           {},
                           line_});
  }
}

void RailsTables::add_column(std::size_t table, std::string name, std::string_view type,
                             const RubyCall &call) {
  TableDefinition &definition = database_.tables[table];
  if (name.empty()) {
    return problems_.add(
        line_, fmt::format("a column of table {} has no name", quote_name(definition.name)));
  }
  if (!columns_[table].emplace(name, definition.columns.size()).second) {
    return problems_.add(line_,
                         fmt::format("table {} has several columns named {}; the first is used",
                                     quote_name(definition.name), quote_name(name)));
  }
  if (const auto dialect = rails_dialect(type, call); dialect && !dialect_) dialect_ = dialect;
  definition.columns.push_back(rails_column(std::move(name), type, call));
}

DatabaseDefinition RailsTables::take() {
  for (const PrimaryKey &key : primary_keys_) resolve(key);
  for (const Reference &reference : references_) resolve(reference);
  add_enumerations();
  for (const Check &check : checks_) resolve(check);
  database_.dialect = dialect_.value_or(sql::Dialect::permissive);
  return std::move(database_);
}

void RailsTables::resolve(const PrimaryKey &key) {
  TableDefinition &table = database_.tables[key.table];
  for (const std::string &name : key.columns) {
    const auto column = find_column(key.table, name);
    if (!column) {
      problems_.add(key.line, fmt::format("the primary key of table {} names column {}, which is "
                                          "not defined",
                                          quote_name(table.name), quote_name(name)));
    } else if (std::ranges::find(table.primary_key, *column) == table.primary_key.end()) {
      table.primary_key.push_back(*column);
    }
  }
}

void RailsTables::resolve(const Reference &reference) {
  const auto from = find_table(reference.table), to = find_table(reference.referenced_table);
  if (!from || !to) {
    return problems_.add(
        reference.line,
        fmt::format("a foreign key names table {}, which is not defined",
                    quote_name(from ? reference.referenced_table : reference.table)));
  }
  auto columns = reference.columns.empty() ? default_column(*from, database_.tables[*to].name)
                                           : find_columns(*from, reference.columns);
  auto referenced = reference.referenced_columns.empty()
                        ? std::optional(database_.tables[*to].primary_key)
                        : find_columns(*to, reference.referenced_columns);
  if (!columns || !referenced || columns->empty() || columns->size() != referenced->size()) {
    return problems_.add(reference.line,
                         fmt::format("a foreign key from table {} to {} names columns that are not "
                                     "defined",
                                     quote_name(reference.table),
                                     quote_name(reference.referenced_table)));
  }
  database_.foreign_keys.push_back({*from, std::move(*columns), *to, std::move(*referenced)});
}

void RailsTables::resolve(const Check &check) {
  const bool has_casts = check.sql.find("::") != std::string::npos;
  const sql::Dialect dialect =
      dialect_.value_or(has_casts ? sql::Dialect::postgresql : sql::Dialect::permissive);
  for (sql::DdlAllowedValues &allowed : values_of_check(check.sql, dialect)) {
    const auto column = find_column(check.table, allowed.column.text);
    if (column) database_.tables[check.table].columns[*column].values = std::move(allowed.values);
  }
}

void RailsTables::add_enumerations() {
  if (enumerations_.empty()) return;
  for (TableDefinition &table : database_.tables) {
    for (ColumnDefinition &column : table.columns) {
      const std::string_view type = column.type;
      const auto found = enumerations_.find(
          std::string(type.substr(0, type.size() - (type.ends_with("[]") ? 2 : 0))));
      if (found != enumerations_.end() && column.values.empty()) column.values = found->second;
    }
  }
}

std::optional<std::size_t> RailsTables::find_table(const std::string &name) const {
  for (const std::string &plural : possible_plurals(name)) {
    if (const auto found = tables_.find(plural); found != tables_.end()) return found->second;
  }
  return std::nullopt;
}

std::optional<std::size_t> RailsTables::find_column(std::size_t table,
                                                    const std::string &name) const {
  const auto found = columns_[table].find(name);
  return found != columns_[table].end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::vector<std::size_t>> RailsTables::find_columns(
    std::size_t table, const std::vector<std::string> &names) const {
  std::vector<std::size_t> columns;
  for (const std::string &name : names) {
    const auto column = find_column(table, name);
    if (!column) return std::nullopt;
    columns.push_back(*column);
  }
  return columns;
}

std::optional<std::vector<std::size_t>> RailsTables::default_column(
    std::size_t table, std::string_view referenced) const {
  for (const std::string &singular : possible_singulars(referenced)) {
    if (const auto column = find_column(table, singular + "_id")) return std::vector{*column};
  }
  return std::nullopt;
}

}  // namespace sluice::inline v0::schema_detail
