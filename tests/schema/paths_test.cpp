#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/schema/catalog_builder.hpp"
#include "sluice/schema/show.hpp"

namespace sluice {

TEST_CASE("the paths of all columns are those of each, in any order of the columns") {
  CatalogBuilder builder;
  const TableBuilder table = builder.add_database({.name = "d"}).add_table({.name = "t"});
  table.add_column({.name = "hits", .type = "ARRAY<STRUCT<page STRUCT<url STRING>>>"})
      .add_column({.name = "a.b", .type = "TEXT[]"})
      .add_column({.name = "page", .type = "STRUCT"})
      .add_column({.name = "hits.page", .type = "STRUCT<url STRING[]>", .nested = true})
      .add_column({.name = "hits.page.urls", .type = "STRING[]", .nested = true})
      .add_column({.name = "hits.page.urls.x", .type = "STRING", .nested = true})
      .add_column({.name = "a.b.c", .nested = true})
      .add_column({.name = "page.x", .nested = true})
      .add_column({.name = "none.x", .nested = true})
      .add_column({.name = "hits.last", .nested = true});
  const auto catalog = builder.build();
  const Table &built = catalog->table(TableId(0));
  const std::vector<std::string> paths = paths_of(built);
  CHECK(paths == std::vector<std::string>{"hits", "a.b", "page", "hits[].page", "hits[].page.urls",
                                          "hits[].page.urls[].x", "a.b[].c", "page.x", "none.x",
                                          "hits[].last"});
  for (std::size_t i = 0; i < paths.size(); ++i)
    CHECK(paths[i] == path_of(built, built.columns[i]));
}

TEST_CASE("the paths of a hundred thousand fields, and of a name of a million dots, are found") {
  CatalogBuilder builder;
  const TableBuilder table = builder.add_database({.name = "d"}).add_table({.name = "t"});
  table.add_column({.name = "a", .type = "STRUCT[]"});
  for (int i = 0; i < 100'000; ++i)
    table.add_column({.name = "a." + std::to_string(i), .nested = true});
  table.add_column({.name = std::string(1'000'000, '.'), .nested = true});
  const auto catalog = builder.build();
  const std::vector<std::string> paths = paths_of(catalog->table(TableId(0)));
  CHECK(paths[100'000] == "a[].99999");
  CHECK(paths.back() == std::string(1'000'000, '.'));
}

}  // namespace sluice
