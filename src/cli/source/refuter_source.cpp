#include "refuter_source.hpp"

#include "cli/command_line.hpp"
#include "constraints_source.hpp"

namespace sluice::cli {

void RefuterSource::add_options(const Command &command) {
  const Option db =
      command.add_option("--db", file, "A SQLite file or a .sql script").type_name("FILE");
  schema.add_options(command).excludes(db);
  command.add_option("--mode", mode, "When two results are the same")
      .one_of({"test-suite", "strict", "bird"});
  command.add_option("--budget", budget, "Databases to try two queries on");
  command.add_option("--seed", seed, "Of the random databases");
  command.add_flag("--mined", mined,
                   "Keep to what the data in --db keeps: no NULL, unique, ranges, formats");
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
