/// Catalogs from an application's own metadata.

#include <cstdint>
#include <string>
#include <utility>

#include "internal.hpp"
#include "sluice/schema/catalog_builder.hpp"

using namespace sluice::capi;

struct sluice_catalog_builder {
  sluice::CatalogBuilder builder;
};

namespace {

static_assert(SLUICE_KIND_TABLE == int(sluice::TableKind::table) + 1);
static_assert(SLUICE_KIND_VIEW == int(sluice::TableKind::view) + 1);
static_assert(SLUICE_KIND_MATERIALIZED_VIEW == int(sluice::TableKind::materialized_view) + 1);
static_assert(SLUICE_KIND_VIRTUAL == int(sluice::TableKind::virtual_table) + 1);
static_assert(SLUICE_KIND_EXTERNAL == int(sluice::TableKind::external) + 1);
static_assert(SLUICE_KIND_FAMILY == int(sluice::TableKind::family) + 1);
static_assert(SLUICE_KEY_DECLARED == int(sluice::KeyEvidence::declared) + 1);
static_assert(SLUICE_KEY_TESTED == int(sluice::KeyEvidence::tested) + 1);
static_assert(SLUICE_KEY_VIEW == int(sluice::KeyEvidence::view) + 1);

std::string option_text(const sluice_str &given, const char *parameter) {
  return std::string(optional_text_in(given, parameter));
}

sluice::DatabaseDefinition database_of(std::string_view name,
                                       const sluice_database_options *options) {
  const auto given =
      options_in(options, sluice_database_options SLUICE_DATABASE_OPTIONS_INIT, "options");
  sluice::DatabaseDefinition database{.name = std::string(name)};
  database.description = option_text(given.description, "options->description");
  if (const auto dialect = dialect_in(given.dialect, "options->dialect"))
    database.dialect = *dialect;
  return database;
}

sluice::TableDefinition table_of(std::string_view name, const sluice_table_options *options) {
  const auto given = options_in(options, sluice_table_options SLUICE_TABLE_OPTIONS_INIT, "options");
  if (given.kind < SLUICE_KIND_TABLE || given.kind > SLUICE_KIND_FAMILY) {
    refuse("options->kind is " + std::to_string(given.kind) + ", expected one of SLUICE_KIND_…");
  }
  sluice::TableDefinition table{.name = std::string(name)};
  table.qualifier = option_text(given.qualifier, "options->qualifier");
  table.title = option_text(given.title, "options->title");
  table.description = option_text(given.description, "options->description");
  table.kind = static_cast<sluice::TableKind>(given.kind - 1);
  table.members = {given.member_count, option_text(given.first_member, "options->first_member"),
                   option_text(given.last_member, "options->last_member")};
  return table;
}

sluice::ColumnDefinition column_of(std::string_view name, const sluice_column_options *options) {
  const auto given =
      options_in(options, sluice_column_options SLUICE_COLUMN_OPTIONS_INIT, "options");
  check_reserved(given.reserved, "options");
  sluice::ColumnDefinition column{.name = std::string(name)};
  column.type = option_text(given.type, "options->type");
  column.title = option_text(given.title, "options->title");
  column.description = option_text(given.description, "options->description");
  column.samples = texts_in(given.samples, given.sample_count, "options->samples");
  column.values = texts_in(given.values, given.value_count, "options->values");
  column.nullable = given.nullable != 0;
  column.generated = given.generated != 0;
  column.nested = given.nested != 0;
  return column;
}

sluice::KeyEvidence evidence_of(sluice_key_evidence given) {
  if (given < SLUICE_KEY_DECLARED || given > SLUICE_KEY_VIEW) {
    refuse("key->evidence is " + std::to_string(given) + ", expected one of SLUICE_KEY_…");
  }
  return static_cast<sluice::KeyEvidence>(given - 1);
}

}  // namespace

sluice_status sluice_catalog_builder_new(sluice_catalog_builder **out,
                                         sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    *out = new sluice_catalog_builder();
  });
}

sluice_status sluice_catalog_builder_add_database(sluice_catalog_builder *builder, const char *name,
                                                  size_t name_size,
                                                  const sluice_database_options *options,
                                                  uint32_t *out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    require(out, "out");
    const sluice::DatabaseBuilder added =
        builder->builder.add_database(database_of(text_in(name, name_size, "name"), options));
    *out = static_cast<std::uint32_t>(added.number());
  });
}

sluice_status sluice_catalog_builder_add_table(sluice_catalog_builder *builder, uint32_t database,
                                               const char *name, size_t name_size,
                                               const sluice_table_options *options, uint32_t *out,
                                               sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    require(out, "out");
    const sluice::TableBuilder added = builder->builder.database(database).add_table(
        table_of(text_in(name, name_size, "name"), options));
    *out = static_cast<std::uint32_t>(added.number());
  });
}

sluice_status sluice_catalog_builder_add_column(sluice_catalog_builder *builder, uint32_t table,
                                                const char *name, size_t name_size,
                                                const sluice_column_options *options,
                                                sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    builder->builder.table(table).add_column(column_of(text_in(name, name_size, "name"), options));
  });
}

sluice_status sluice_catalog_builder_add_primary_key(sluice_catalog_builder *builder,
                                                     uint32_t table, const sluice_str *columns,
                                                     size_t count, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    builder->builder.table(table).add_primary_key(texts_in(columns, count, "columns"));
  });
}

sluice_status sluice_catalog_builder_add_foreign_key(sluice_catalog_builder *builder,
                                                     uint32_t table, const sluice_foreign_key *key,
                                                     sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    require(key, "key");
    const auto given = options_in(key, sluice_foreign_key SLUICE_FOREIGN_KEY_INIT, "key");
    check_reserved(given.reserved, "key");
    const std::size_t referenced = given.referenced_columns == nullptr ? 0 : given.count;
    builder->builder.table(table).add_foreign_key(
        texts_in(given.columns, given.count, "key->columns"),
        std::string(text_in(given.referenced_table, "key->referenced_table")),
        texts_in(given.referenced_columns, referenced, "key->referenced_columns"),
        evidence_of(given.evidence));
  });
}

sluice_status sluice_catalog_builder_add_origin(sluice_catalog_builder *builder, uint32_t table,
                                                const char *column, size_t column_size,
                                                const char *source_table, size_t source_table_size,
                                                const char *source_column,
                                                size_t source_column_size,
                                                sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    builder->builder.table(table).add_origin(
        std::string(text_in(column, column_size, "column")),
        std::string(text_in(source_table, source_table_size, "source_table")),
        std::string(text_in(source_column, source_column_size, "source_column")));
  });
}

sluice_status sluice_catalog_builder_build(const sluice_catalog_builder *builder,
                                           sluice_catalog **out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(builder, "builder");
    require(out, "out");
    *out = new sluice_catalog{std::make_shared<const NamedCatalog>(builder->builder.build()),
                              nullptr, nullptr, nullptr, nullptr};
  });
}

void sluice_catalog_builder_free(sluice_catalog_builder *builder) noexcept { delete builder; }
