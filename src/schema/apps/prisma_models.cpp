#include "prisma_models.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "schema/names.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Of types within types, which may grow without end otherwise. Fields are counted in all tables.
constexpr int max_type_levels = 8;
constexpr std::size_t max_type_fields = std::size_t{1} << 16;
constexpr std::size_t max_type_path_bytes = 1024;

bool is_prisma_table(std::string_view kind) { return kind == "model" || kind == "view"; }

/// The name in the database, if an attribute gives it, or else the name in the schema.
std::string mapped_name(std::string_view name, const PrismaAttribute *map) {
  std::string text = map != nullptr ? prisma_string(map->value("name")) : std::string();
  return text.empty() ? std::string(name) : text;
}

std::string prisma_title(std::string_view name, std::string_view database_name) {
  return name == database_name ? std::string() : std::string(name);
}

sql::Dialect prisma_dialect(std::string_view provider) {
  const std::string name = prisma_string(provider);
  if (name == "cockroachdb") return sql::Dialect::postgresql;
  return sql::find_dialect(name).value_or(sql::Dialect::permissive);
}

}  // namespace

DatabaseDefinition PrismaModels::make(SourceProblems &problems) {
  database_.dialect = sql::Dialect::permissive;
  for (const PrismaBlock &block : blocks_) {
    if (block.kind == "datasource") {
      for (const PrismaField &field : block.fields) {
        if (field.name == "provider") database_.dialect = prisma_dialect(field.type);
      }
    } else if (block.kind != "generator" && !named_.emplace(block.name, &block).second) {
      problems.add(block.line,
                   fmt::format("{} is defined twice; the first is used", quote_name(block.name)));
    }
  }
  const auto each_model = [&](auto visit) {
    for (const PrismaBlock &block : blocks_) {
      const auto known = named_.find(block.name);
      if (is_prisma_table(block.kind) && known != named_.end() && known->second == &block)
        visit(block);
    }
  };
  each_model([&](const PrismaBlock &block) { add_table(block, problems); });
  each_model([&](const PrismaBlock &block) { add_key(block); });
  each_model([&](const PrismaBlock &block) { add_relations(block, problems); });
  return std::move(database_);
}

const PrismaBlock *PrismaModels::find(std::string_view kind, std::string_view name) const {
  const auto found = named_.find(name);
  return found != named_.end() && found->second->kind == kind ? found->second : nullptr;
}

bool PrismaModels::is_model(std::string_view type) const {
  return find("model", type) != nullptr || find("view", type) != nullptr;
}

void PrismaModels::add_table(const PrismaBlock &block, SourceProblems &problems) {
  TableDefinition table;
  table.name = mapped_name(block.name, block.find("map"));
  table.title = prisma_title(block.name, table.name);
  if (const PrismaAttribute *schema = block.find("schema"))
    table.qualifier = prisma_string(schema->value({}));
  table.description = block.description;
  if (block.kind == "view") table.kind = TableKind::view;
  if (!names_.insert(table.qualifier + '\0' + table.name).second) {
    return problems.add(block.line, fmt::format("table {} is defined twice; the first is used",
                                                quote_name(table.name)));
  }
  Model model{database_.tables.size(), {}};
  std::unordered_set<std::string> names;
  for (const PrismaField &field : block.fields) {
    if (is_model(field.type)) continue;
    const std::size_t position = table.columns.size();
    if (add_column(table, names, field, {}, 0)) {
      model.columns.emplace(field.name, position);
    } else {
      problems.add(block.line, fmt::format("table {} has another column with the name of field {}",
                                           quote_name(table.name), quote_name(field.name)));
    }
  }
  database_.tables.push_back(std::move(table));
  models_.emplace(block.name, std::move(model));
}

/// Fields of types are nested in the columns of that type.
bool PrismaModels::add_column(TableDefinition &table, std::unordered_set<std::string> &names,
                              const PrismaField &field, const std::string &parent, int level) {
  const std::string name = mapped_name(field.name, field.find("map"));
  const std::string path = parent.empty() ? name : fmt::format("{}.{}", parent, name);
  if (!names.insert(path).second) return false;
  ColumnDefinition &column = table.columns.emplace_back();
  column.name = path;
  column.title = prisma_title(field.name, name);
  column.type = type_of(field);
  column.description = field.description;
  column.values = values_of(field.type);
  column.nullable = field.is_optional;
  column.nested = level > 0;
  const PrismaBlock *type = find("type", field.type);
  if (type == nullptr || level >= max_type_levels || path.size() > max_type_path_bytes) return true;
  for (const PrismaField &inner : type->fields) {
    if (++nested_ > max_type_fields) break;
    add_column(table, names, inner, path, level + 1);
  }
  return true;
}

/// The type in the database, if `@db` gives it.
std::string PrismaModels::type_of(const PrismaField &field) const {
  std::string type(field.type);
  for (const PrismaAttribute &attribute : field.attributes) {
    if (!attribute.name.starts_with("db.")) continue;
    type = attribute.name.substr(3);
    std::string_view separator = "(";
    for (const auto &[key, value] : attribute.arguments) {
      type += separator;
      type += value;
      separator = ", ";
    }
    if (!attribute.arguments.empty()) type += ')';
  }
  if (field.is_list) type += "[]";
  return type;
}

std::vector<std::string> PrismaModels::values_of(std::string_view enumeration) const {
  std::vector<std::string> values;
  const PrismaBlock *block = find("enum", enumeration);
  if (block == nullptr) return values;
  for (const PrismaField &value : block->fields)
    values.push_back(mapped_name(value.name, value.find("map")));
  return values;
}

void PrismaModels::add_key(const PrismaBlock &block) {
  const auto model = models_.find(block.name);
  if (model == models_.end()) return;
  std::vector<std::string_view> names;
  if (const PrismaAttribute *id = block.find("id")) names = prisma_names(id->value("fields"));
  for (const PrismaField &field : block.fields) {
    if (names.empty() && field.find("id") != nullptr) names.push_back(field.name);
  }
  std::vector<std::size_t> &key = database_.tables[model->second.table].primary_key;
  for (const std::string_view name : names) {
    const auto column = model->second.columns.find(name);
    if (column != model->second.columns.end() && std::ranges::count(key, column->second) == 0)
      key.push_back(column->second);
  }
}

void PrismaModels::add_relations(const PrismaBlock &block, SourceProblems &problems) {
  const auto model = models_.find(block.name);
  if (model == models_.end()) return;
  for (const PrismaField &field : block.fields) {
    const PrismaAttribute *relation = field.find("relation");
    const auto referenced = models_.find(field.type);
    if (relation == nullptr || referenced == models_.end()) continue;
    // The other side of the relation has the columns.
    if (relation->value("fields").empty() || !relation->value("fields").starts_with('[')) continue;
    if (!add_relation(model->second, referenced->second, *relation)) {
      problems.add(block.line, fmt::format("relation {} of {} names fields that are not defined",
                                           quote_name(field.name), quote_name(block.name)));
    }
  }
}

bool PrismaModels::add_relation(const Model &model, const Model &referenced,
                                const PrismaAttribute &relation) {
  const auto columns_of = [](const Model &of, std::string_view list) {
    std::vector<std::size_t> columns;
    for (const std::string_view name : prisma_names(list)) {
      const auto column = of.columns.find(name);
      if (column == of.columns.end()) return std::vector<std::size_t>();
      columns.push_back(column->second);
    }
    return columns;
  };
  ForeignKeyDefinition key;
  key.table = model.table;
  key.referenced_table = referenced.table;
  key.columns = columns_of(model, relation.value("fields"));
  const std::string_view references = relation.value("references");
  key.referenced_columns = references.starts_with('[')
                               ? columns_of(referenced, references)
                               : database_.tables[referenced.table].primary_key;
  if (key.columns.empty() || key.columns.size() != key.referenced_columns.size()) return false;
  database_.foreign_keys.push_back(std::move(key));
  return true;
}

}  // namespace sluice::inline v0::schema_detail
