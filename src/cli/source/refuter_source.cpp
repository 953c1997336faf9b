#include "refuter_source.hpp"

#include "cli/command_line.hpp"
#include "constraints_source.hpp"

namespace sluice::cli {

void RefuterSource::add_options(const Command &command) {
  const Command databases = command.section("Schema");
  const Option db =
      databases
          .add_option("--db", file, "A SQLite file, or a .sql script with the tables and some rows")
          .type_name("FILE");
  schema.add_options(databases).excludes(db);
  databases.add_flag("--mined", mined,
                     "Counterexamples also have the properties of the data in --db: columns "
                     "without NULL, unique columns, ranges, formats");
  const Command search = command.section("Search");
  search.add_option("--mode", mode, "The rule by which two results are equal")
      .one_of({"test-suite", "strict", "bird"});
  search.add_option("--budget", budget, "Number of databases to run two queries on");
  search.add_option("--seed", seed, "Seed of the random databases");
}

RefuterOptions RefuterSource::options() const {
  RefuterOptions options;
  options.databases = budget;
  options.seed = seed;
  for (const ComparisonMode each :
       {ComparisonMode::test_suite, ComparisonMode::strict, ComparisonMode::bird}) {
    if (name_of(each) == mode) options.mode = each;
  }
  return options;
}

Constraints RefuterSource::constraints() const { return constraints_of(file, schema, mined); }

}  // namespace sluice::cli
