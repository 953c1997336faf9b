#ifndef SLUICE_TESTS_FUZZ_CAPI_BUILDER_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_BUILDER_CALLS_HPP

/// Calls that build catalogs.

#include <cstddef>
#include <cstdint>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::build() {
  if (input_.below(2) == 0) {
    make(builders_, [&](sluice_catalog_builder **out, sluice_error **error) {
      return sluice_catalog_builder_new(out, error);
    });
  }
  const sluice_catalog_builder *builder = builders_.pick(input_);
  make(catalogs_, [&](sluice_catalog **out, sluice_error **error) {
    return sluice_catalog_builder_build(builder, out, error);
  });
}

inline void Program::add() {
  sluice_catalog_builder *builder = builders_.pick(input_);
  switch (input_.below(4)) {
    case 0: return add_table(builder);
    case 1: return add_key(builder);
    default: return add_column(builder);
  }
}

inline void Program::add_table(sluice_catalog_builder *builder) {
  const Text name(input_, 1 + input_.below(4));
  const Text text(input_, 1);
  std::uint32_t number = SLUICE_NO_ID;
  sluice_database_options database = SLUICE_DATABASE_OPTIONS_INIT;
  database.description = {text.data(), text.size()};
  if (input_.rarely()) database.dialect = database.description;
  const Passed<sluice_database_options> of_database(input_, database);
  succeeds(number, [&](sluice_error **error) {
    return sluice_catalog_builder_add_database(builder, name.data(), name.size(), of_database.get(),
                                               &number, error);
  });
  sluice_table_options table = SLUICE_TABLE_OPTIONS_INIT;
  table.qualifier = input_.below(2) == 0 ? sluice_str{nullptr, 0} : database.description;
  table.kind = input_.rarely() ? static_cast<sluice_table_kind>(input_.byte()) - 128
                               : static_cast<sluice_table_kind>(1 + input_.below(6));
  if (input_.rarely() || table.kind == SLUICE_KIND_FAMILY) table.member_count = input_.byte();
  const Passed<sluice_table_options> of_table(input_, table);
  const std::uint32_t owner = id();
  number = SLUICE_NO_ID;
  succeeds(number, [&](sluice_error **error) {
    return sluice_catalog_builder_add_table(builder, owner, name.data(), name.size(),
                                            of_table.get(), &number, error);
  });
}

inline void Program::add_column(sluice_catalog_builder *builder) {
  const Text name(input_, 1 + input_.below(4));
  const Text text(input_, 1);
  const sluice_str values[1] = {{text.data(), text.size()}};
  sluice_column_options column = SLUICE_COLUMN_OPTIONS_INIT;
  if (input_.below(2) == 0) column.type = values[0];
  column.samples = input_.rarely() ? nullptr : values;
  column.sample_count = input_.below(2);
  column.values = input_.rarely() ? nullptr : values;
  column.value_count = input_.below(2);
  column.nested = input_.byte() % 3 - 1;
  const Passed<sluice_column_options> options(input_, column);
  const std::uint32_t owner = id();
  int nothing = 0;
  succeeds(nothing, [&](sluice_error **error) {
    return sluice_catalog_builder_add_column(builder, owner, name.data(), name.size(),
                                             options.get(), error);
  });
}

inline void Program::add_key(sluice_catalog_builder *builder) {
  const Text column(input_, 1 + input_.below(4));
  const Text table(input_, 1 + input_.below(4));
  const sluice_str columns[1] = {{column.data(), column.size()}};
  const std::uint32_t owner = id();
  int nothing = 0;
  if (input_.below(2) == 0) {
    const std::size_t count = input_.below(2);
    succeeds(nothing, [&](sluice_error **error) {
      return sluice_catalog_builder_add_primary_key(builder, owner, columns, count, error);
    });
    return;
  }
  if (input_.rarely()) {
    succeeds(nothing, [&](sluice_error **error) {
      return sluice_catalog_builder_add_origin(builder, owner, column.data(), column.size(),
                                               table.data(), table.size(), column.data(),
                                               column.size(), error);
    });
    return;
  }
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  key.columns = input_.rarely() ? nullptr : columns;
  key.count = input_.rarely() ? 0 : 1;
  key.referenced_table = {table.data(), table.size()};
  key.referenced_columns = input_.below(2) == 0 ? nullptr : columns;
  key.evidence = static_cast<sluice_key_evidence>(input_.below(5));
  const Passed<sluice_foreign_key> passed(input_, key);
  succeeds(nothing, [&](sluice_error **error) {
    return sluice_catalog_builder_add_foreign_key(builder, owner, passed.get(), error);
  });
}

}  // namespace sluice::fuzz

#endif
