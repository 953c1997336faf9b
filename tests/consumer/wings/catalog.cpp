/// A user of the wing catalog alone: lists the tables of a folder of databases.

#include <sluice/schema/catalog.hpp>
#include <sluice/schema/load.hpp>

#include <cstdio>
#include <string>

int main(int, char **arguments) {
  const auto catalog = sluice::Catalog::make(sluice::load(arguments[1]));
  for (const sluice::TableId table : catalog->tables())
    std::puts(std::string(catalog->table(table).name).c_str());
  return catalog->table_count() > 0 ? 0 : 1;
}
