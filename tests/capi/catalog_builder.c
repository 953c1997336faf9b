/* Builds a catalog in C, with everything that a builder can add. */

#include "sluice.h"

static sluice_str text(const char *terminated) {
  sluice_str made = {NULL, SLUICE_NUL};
  made.data = terminated;
  return made;
}

typedef struct column {
  const char *name;
  const char *type;
  int32_t nullable;
  int32_t generated;
  int32_t nested;
} column;

static sluice_status add_columns(sluice_catalog_builder *builder, uint32_t table,
                                 const column *columns, size_t count, sluice_error **error) {
  size_t i;
  sluice_status status = SLUICE_OK;
  for (i = 0; i < count && status == SLUICE_OK; ++i) {
    sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
    options.type = text(columns[i].type);
    options.nullable = columns[i].nullable;
    options.generated = columns[i].generated;
    options.nested = columns[i].nested;
    status = sluice_catalog_builder_add_column(builder, table, columns[i].name, SLUICE_NUL,
                                               &options, error);
  }
  return status;
}

static sluice_status add_customers(sluice_catalog_builder *builder, uint32_t shop,
                                   uint32_t *customers, sluice_error **error) {
  static const column columns[] = {{"region", "INTEGER", 0, 0, 0}, {"number", "INTEGER", 0, 0, 0}};
  sluice_table_options table = SLUICE_TABLE_OPTIONS_INIT;
  sluice_column_options tier = SLUICE_COLUMN_OPTIONS_INIT;
  sluice_str values[2];
  sluice_status status;
  values[0] = text("gold");
  values[1] = text("silver");
  table.qualifier = text("sales");
  table.title = text("customer");
  table.description = text("Who buys.");
  status = sluice_catalog_builder_add_table(builder, shop, "customers", SLUICE_NUL, &table,
                                            customers, error);
  if (status != SLUICE_OK) return status;
  status = add_columns(builder, *customers, columns, 2, error);
  if (status != SLUICE_OK) return status;
  tier.type = text("VARCHAR(6)");
  tier.title = text("level");
  tier.description = text("How much they buy.");
  tier.samples = values;
  tier.sample_count = 1;
  tier.values = values;
  tier.value_count = 2;
  status = sluice_catalog_builder_add_column(builder, *customers, "tier", SLUICE_NUL, &tier, error);
  if (status != SLUICE_OK) return status;
  values[0] = text("number");
  values[1] = text("region");
  return sluice_catalog_builder_add_primary_key(builder, *customers, values, 2, error);
}

static sluice_status add_orders(sluice_catalog_builder *builder, uint32_t shop,
                                sluice_error **error) {
  static const column columns[] = {
      {"id", "", 0, 0, 0},    {"customer", "", 1, 0, 0},      {"customer_region", "", 1, 0, 0},
      {"total", "", 1, 1, 0}, {"items", "STRUCT[]", 1, 0, 0}, {"items.wine", "TEXT", 1, 0, 1}};
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  sluice_str names[2];
  uint32_t orders = 0;
  sluice_status status =
      sluice_catalog_builder_add_table(builder, shop, "orders", 6, NULL, &orders, error);
  if (status != SLUICE_OK) return status;
  names[0] = text("customer");
  names[1] = text("customer_region");
  key.columns = names;
  key.count = 2;
  key.referenced_table = text("customers");
  status = sluice_catalog_builder_add_foreign_key(builder, orders, &key, error);
  if (status != SLUICE_OK) return status;
  names[0] = text("id");
  status = sluice_catalog_builder_add_primary_key(builder, orders, names, 1, error);
  if (status != SLUICE_OK) return status;
  return add_columns(builder, orders, columns, sizeof columns / sizeof columns[0], error);
}

static sluice_status add_others(sluice_catalog_builder *builder, uint32_t shop,
                                sluice_error **error) {
  static const column number[] = {{"number", "", 1, 0, 0}};
  sluice_table_options view = SLUICE_TABLE_OPTIONS_INIT;
  sluice_table_options family = SLUICE_TABLE_OPTIONS_INIT;
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  const sluice_str name = text("number");
  uint32_t best = 0, visits = 0;
  sluice_status status;
  view.kind = SLUICE_KIND_MATERIALIZED_VIEW;
  status = sluice_catalog_builder_add_table(builder, shop, "best", SLUICE_NUL, &view, &best, error);
  if (status != SLUICE_OK) return status;
  family.kind = SLUICE_KIND_FAMILY;
  family.member_count = 31;
  family.first_member = text("visits_01");
  family.last_member = text("visits_31");
  status = sluice_catalog_builder_add_table(builder, shop, "visits", SLUICE_NUL, &family, &visits,
                                            error);
  if (status != SLUICE_OK) return status;
  status = sluice_catalog_builder_add_origin(builder, best, "number", SLUICE_NUL, "customers",
                                             SLUICE_NUL, "number", SLUICE_NUL, error);
  if (status == SLUICE_OK) status = add_columns(builder, best, number, 1, error);
  if (status == SLUICE_OK) status = add_columns(builder, visits, number, 1, error);
  if (status != SLUICE_OK) return status;
  key.columns = &name;
  key.count = 1;
  key.referenced_table = text("sales.customers");
  key.referenced_columns = &name;
  key.evidence = SLUICE_KEY_TESTED;
  status = sluice_catalog_builder_add_foreign_key(builder, visits, &key, error);
  if (status != SLUICE_OK) return status;
  key.evidence = SLUICE_KEY_VIEW;
  return sluice_catalog_builder_add_foreign_key(builder, best, &key, error);
}

sluice_status sluice_test_build_in_c(sluice_catalog **out, sluice_error **error);
sluice_status sluice_test_build_in_c(sluice_catalog **out, sluice_error **error) {
  sluice_catalog_builder *builder = NULL;
  sluice_database_options options = SLUICE_DATABASE_OPTIONS_INIT;
  uint32_t shop = 0, customers = 0;
  sluice_status status = sluice_catalog_builder_new(&builder, error);
  if (status != SLUICE_OK) return status;
  options.description = text("Orders of wine.");
  options.dialect = text("Postgres");
  status = sluice_catalog_builder_add_database(builder, "shop", SLUICE_NUL, &options, &shop, error);
  if (status == SLUICE_OK) status = add_customers(builder, shop, &customers, error);
  if (status == SLUICE_OK) status = add_orders(builder, shop, error);
  if (status == SLUICE_OK) status = add_others(builder, shop, error);
  if (status == SLUICE_OK) status = sluice_catalog_builder_build(builder, out, error);
  sluice_catalog_builder_free(builder);
  return status;
}
