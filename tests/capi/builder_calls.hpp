#ifndef SLUICE_TESTS_CAPI_BUILDER_CALLS_HPP
#define SLUICE_TESTS_CAPI_BUILDER_CALLS_HPP

/// The calls of a catalog builder that can fail, to test rules on all of them.

#include <functional>
#include <string>
#include <vector>

#include "calls.hpp"

namespace sluice::test {

struct FallibleCall {
  std::string name;
  std::function<sluice_status(sluice_error **error)> call;
};

/// A new builder with an empty table, for one call.
template <class Call>
sluice_status with_builder(sluice_error **error, Call call) {
  sluice_catalog_builder *builder = nullptr;
  sluice_status status = sluice_catalog_builder_new(&builder, error);
  const Owned<sluice_catalog_builder> ended(builder);
  std::uint32_t database = 0, table = 0;
  if (status == SLUICE_OK) {
    status =
        sluice_catalog_builder_add_database(builder, "shop", SLUICE_NUL, nullptr, &database, error);
  }
  if (status == SLUICE_OK) {
    status = sluice_catalog_builder_add_table(builder, database, "sale", SLUICE_NUL, nullptr,
                                              &table, error);
  }
  return status == SLUICE_OK ? call(builder, error) : status;
}

inline constexpr sluice_str two_texts[] = {{"id", 2}, {"wine", SLUICE_NUL}};

inline sluice_foreign_key key_to(const char *table) {
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  key.columns = two_texts;
  key.count = 2;
  key.referenced_table = str(table);
  key.referenced_columns = two_texts;
  return key;
}

/// See `fallible_calls`.
inline void add_builder_calls(std::vector<FallibleCall> &calls, Results &results) {
  calls.push_back({"sluice_catalog_builder_new",
                   [&](auto e) { return sluice_catalog_builder_new(&results.builder, e); }});
  const auto add = [&](const char *name, auto call) {
    calls.push_back({name, [call](auto e) { return with_builder(e, call); }});
  };
  add("sluice_catalog_builder_add_database", [&](auto builder, auto e) {
    sluice_database_options options = SLUICE_DATABASE_OPTIONS_INIT;
    options.description = str("A cellar with more than a few bottles of wine.");
    options.dialect = str("postgresql");
    return sluice_catalog_builder_add_database(builder, "cellar", SLUICE_NUL, &options, &results.id,
                                               e);
  });
  add("sluice_catalog_builder_add_table", [&](auto builder, auto e) {
    sluice_table_options options = SLUICE_TABLE_OPTIONS_INIT;
    options.qualifier = str("a schema with a long name");
    return sluice_catalog_builder_add_table(builder, 0, "bottle", SLUICE_NUL, &options, &results.id,
                                            e);
  });
  add("sluice_catalog_builder_add_column", [](auto builder, auto e) {
    sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
    options.samples = options.values = two_texts;
    options.sample_count = options.value_count = 2;
    return sluice_catalog_builder_add_column(builder, 0, "a column with a long name", SLUICE_NUL,
                                             &options, e);
  });
  add("sluice_catalog_builder_add_primary_key", [](auto builder, auto e) {
    return sluice_catalog_builder_add_primary_key(builder, 0, two_texts, 2, e);
  });
  add("sluice_catalog_builder_add_foreign_key", [](auto builder, auto e) {
    const sluice_foreign_key key = key_to("sale");
    return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
  });
  add("sluice_catalog_builder_add_origin", [](auto builder, auto e) {
    return sluice_catalog_builder_add_origin(builder, 0, "id", 2, "sale", 4, "id", 2, e);
  });
  add("sluice_catalog_builder_build", [&](auto builder, auto e) {
    return sluice_catalog_builder_build(builder, &results.catalog, e);
  });
}

/// See `calls_with_null`. `builder` has a table.
inline void add_builder_calls_with_null(std::vector<FallibleCall> &calls,
                                        sluice_catalog_builder *builder, Results &results) {
  const std::vector<FallibleCall> added{
      {"builder_new: out", [](auto e) { return sluice_catalog_builder_new(nullptr, e); }},
      {"add_database: builder",
       [&](auto e) {
         return sluice_catalog_builder_add_database(nullptr, "x", 1, nullptr, &results.id, e);
       }},
      {"add_database: name",
       [&, builder](auto e) {
         return sluice_catalog_builder_add_database(builder, nullptr, 0, nullptr, &results.id, e);
       }},
      {"add_database: out",
       [builder](auto e) {
         return sluice_catalog_builder_add_database(builder, "x", 1, nullptr, nullptr, e);
       }},
      {"add_table: builder",
       [&](auto e) {
         return sluice_catalog_builder_add_table(nullptr, 0, "x", 1, nullptr, &results.id, e);
       }},
      {"add_table: name",
       [&, builder](auto e) {
         return sluice_catalog_builder_add_table(builder, 0, nullptr, SLUICE_NUL, nullptr,
                                                 &results.id, e);
       }},
      {"add_table: out",
       [builder](auto e) {
         return sluice_catalog_builder_add_table(builder, 0, "x", 1, nullptr, nullptr, e);
       }},
      {"add_column: builder",
       [](auto e) { return sluice_catalog_builder_add_column(nullptr, 0, "x", 1, nullptr, e); }},
      {"add_column: name",
       [builder](auto e) {
         return sluice_catalog_builder_add_column(builder, 0, nullptr, 1, nullptr, e);
       }},
      {"add_column: options->samples",
       [builder](auto e) {
         sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
         options.sample_count = 1;
         return sluice_catalog_builder_add_column(builder, 0, "x", 1, &options, e);
       }},
      {"add_column: options->values",
       [builder](auto e) {
         sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
         options.value_count = 1;
         return sluice_catalog_builder_add_column(builder, 0, "x", 1, &options, e);
       }},
      {"add_primary_key: builder",
       [](auto e) { return sluice_catalog_builder_add_primary_key(nullptr, 0, two_texts, 1, e); }},
      {"add_primary_key: columns",
       [builder](auto e) {
         return sluice_catalog_builder_add_primary_key(builder, 0, nullptr, 1, e);
       }},
      {"add_foreign_key: builder",
       [](auto e) {
         const sluice_foreign_key key = key_to("sale");
         return sluice_catalog_builder_add_foreign_key(nullptr, 0, &key, e);
       }},
      {"add_foreign_key: key",
       [builder](auto e) {
         return sluice_catalog_builder_add_foreign_key(builder, 0, nullptr, e);
       }},
      {"add_foreign_key: key->columns",
       [builder](auto e) {
         sluice_foreign_key key = key_to("sale");
         key.columns = nullptr;
         return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
       }},
      {"add_foreign_key: key->referenced_table",
       [builder](auto e) {
         sluice_foreign_key key = key_to("sale");
         key.referenced_table.data = nullptr;
         return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
       }},
      {"add_origin: builder",
       [](auto e) {
         return sluice_catalog_builder_add_origin(nullptr, 0, "x", 1, "x", 1, "x", 1, e);
       }},
      {"add_origin: column",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, nullptr, 1, "x", 1, "x", 1, e);
       }},
      {"add_origin: source_table",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, "x", 1, nullptr, 1, "x", 1, e);
       }},
      {"add_origin: source_column",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, "x", 1, "x", 1, nullptr, 1, e);
       }},
      {"build: builder",
       [&](auto e) { return sluice_catalog_builder_build(nullptr, &results.catalog, e); }},
      {"build: out",
       [builder](auto e) { return sluice_catalog_builder_build(builder, nullptr, e); }},
  };
  calls.insert(calls.end(), added.begin(), added.end());
}

/// See `calls_with_bad_text`.
inline void add_builder_calls_with_bad_text(std::vector<FallibleCall> &calls,
                                            sluice_catalog_builder *builder, Results &results) {
  static constexpr sluice_str bad{"a\nb\xFF", 4};
  const auto with_table = [&, builder](sluice_str sluice_table_options::*member) {
    return [&, builder, member](auto e) {
      sluice_table_options options = SLUICE_TABLE_OPTIONS_INIT;
      options.*member = bad;
      return sluice_catalog_builder_add_table(builder, 0, "x", 1, &options, &results.id, e);
    };
  };
  const auto with_column = [builder](auto change) {
    return [builder, change](auto e) {
      sluice_column_options options = SLUICE_COLUMN_OPTIONS_INIT;
      change(options);
      return sluice_catalog_builder_add_column(builder, 0, "x", 1, &options, e);
    };
  };
  const auto with_key = [builder](auto change) {
    return [builder, change](auto e) {
      sluice_foreign_key key = key_to("sale");
      key.count = 1;
      change(key);
      return sluice_catalog_builder_add_foreign_key(builder, 0, &key, e);
    };
  };
  const auto with_database = [&, builder](sluice_str sluice_database_options::*member) {
    return [&, builder, member](auto e) {
      sluice_database_options options = SLUICE_DATABASE_OPTIONS_INIT;
      options.*member = bad;
      return sluice_catalog_builder_add_database(builder, "x", 1, &options, &results.id, e);
    };
  };
  const std::vector<FallibleCall> added{
      {"name",
       [&, builder](auto e) {
         return sluice_catalog_builder_add_database(builder, bad.data, bad.size, nullptr,
                                                    &results.id, e);
       }},
      {"options->description", with_database(&sluice_database_options::description)},
      {"options->dialect", with_database(&sluice_database_options::dialect)},
      {"name",
       [&, builder](auto e) {
         return sluice_catalog_builder_add_table(builder, 0, bad.data, bad.size, nullptr,
                                                 &results.id, e);
       }},
      {"options->qualifier", with_table(&sluice_table_options::qualifier)},
      {"options->title", with_table(&sluice_table_options::title)},
      {"options->description", with_table(&sluice_table_options::description)},
      {"options->first_member", with_table(&sluice_table_options::first_member)},
      {"options->last_member", with_table(&sluice_table_options::last_member)},
      {"name",
       [builder](auto e) {
         return sluice_catalog_builder_add_column(builder, 0, bad.data, bad.size, nullptr, e);
       }},
      {"options->type", with_column([](auto &options) { options.type = bad; })},
      {"options->title", with_column([](auto &options) { options.title = bad; })},
      {"options->description", with_column([](auto &options) { options.description = bad; })},
      {"options->samples", with_column([](auto &options) {
         options.samples = &bad;
         options.sample_count = 1;
       })},
      {"options->values", with_column([](auto &options) {
         options.values = &bad;
         options.value_count = 1;
       })},
      {"columns",
       [builder](auto e) {
         return sluice_catalog_builder_add_primary_key(builder, 0, &bad, 1, e);
       }},
      {"key->columns", with_key([](auto &key) { key.columns = &bad; })},
      {"key->referenced_table", with_key([](auto &key) { key.referenced_table = bad; })},
      {"key->referenced_columns", with_key([](auto &key) { key.referenced_columns = &bad; })},
      {"column",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, bad.data, 4, "x", 1, "x", 1, e);
       }},
      {"source_table",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, "x", 1, bad.data, 4, "x", 1, e);
       }},
      {"source_column",
       [builder](auto e) {
         return sluice_catalog_builder_add_origin(builder, 0, "x", 1, "x", 1, bad.data, 4, e);
       }},
  };
  calls.insert(calls.end(), added.begin(), added.end());
}

}  // namespace sluice::test

#endif
