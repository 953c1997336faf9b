#include "text_kinds.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include "ddl_text.hpp"
#include "schema/apps/description_files.hpp"
#include "schema/apps/prisma_schema.hpp"
#include "schema/apps/rails_schema.hpp"
#include "schema/dbt/dbt_text.hpp"
#include "schema/families.hpp"
#include "schema/json/bigquery_schema.hpp"
#include "schema/json/spider2_tables.hpp"
#include "schema/json/tbls_schema.hpp"
#include "schema/tabular/information_schema.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Scripts come last, because they are recognized by a word in them.
constexpr TextKind text_kinds[] = {
    {"dbt project", is_dbt, Together::in_all_folders, read_dbt},
    {"BigQuery table schema", is_bigquery_schema, Together::in_folder, read_bigquery_schemas},
    {"table description of Spider 2.0", is_spider2_table, Together::in_all_folders,
     read_spider2_tables},
    {"schema.json of tbls", is_tbls_schema, Together::in_folder, read_tbls_schemas},
    {"export of INFORMATION_SCHEMA", is_information_schema, Together::in_folder,
     read_information_schema},
    {"descriptions of columns", is_description_file, Together::in_folder, read_description_files},
    {"Prisma schema", is_prisma_schema, Together::in_folder, read_prisma_schemas},
    {"Rails schema", is_rails_schema, Together::no, read_rails_schemas},
    {"SQL script", is_ddl_text, Together::in_folder, read_ddl_texts},
};

}  // namespace

void skip(const LoadOptions &options, std::string where, std::string reason) {
  if (options.skipped != nullptr) options.skipped->push_back({std::move(where), std::move(reason)});
}

const TextKind *find_text_kind(const SourceText &file) {
  const auto kind = std::ranges::find_if(
      text_kinds, [&](const TextKind &known) { return known.recognizes(file); });
  return kind != std::end(text_kinds) ? &*kind : nullptr;
}

bool may_define_schema(std::string_view path) {
  const auto ends_with = [&](std::string_view extension) {
    return path.size() > extension.size() &&
           same_name(path.substr(path.size() - extension.size()), extension);
  };
  if (ends_with(".gz")) path.remove_suffix(3);
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{".sql", ".ddl", ".json", ".csv", ".tsv", ".yml",
                                              ".yaml", ".rb", ".prisma", ".psql", ".pgsql", ".dmp"},
      ends_with);
}

Databases load_texts(const TextKind &kind, std::span<const SourceText> files,
                     const LoadOptions &options) {
  Databases databases;
  std::exception_ptr first;
  for (DatabaseDefinition &definition : kind.read(files, options)) {
    const std::string source = definition.place.source;
    try {
      fold_families(definition);
      databases.push_back(Database::make(std::move(definition)));
    } catch (const Error &error) {
      skip(options, source, error.message());
      if (!first) first = std::current_exception();
    }
  }
  if (databases.empty() && first) std::rethrow_exception(first);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
