#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/edit_script.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/reads.hpp"
#include "sluice/sql/tree_edit_distance.hpp"

namespace {

using namespace sluice::sql;

void require(bool holds) {
  if (!holds) std::abort();
}

const sluice::Database &sample() {
  static const auto database =
      sluice::load_ddl("CREATE TABLE a(id INTEGER PRIMARY KEY, x, y TEXT, \"group\");"
                       "CREATE TABLE b(id INT PRIMARY KEY, a_id REFERENCES a(id), x, name);"
                       "CREATE TABLE t(a, b, c, PRIMARY KEY (a, b));",
                       "sample", "sample.sql");
  return *database;
}

std::vector<AnyRewriteRule> rules_of(unsigned choice) {
  std::vector<AnyRewriteRule> rules = choice % 4 == 0   ? paper_rules(Domain::cross_domain)
                                      : choice % 4 == 1 ? paper_rules(Domain::in_domain)
                                                        : unmasked_rules();
  if (choice % 4 != 2) return rules;
  for (AnyRewriteRule &rule : equivalence_rules()) rules.push_back(std::move(rule));
  return rules;
}

/// Counts, script and distance of a pair agree; a tree has distance 0 to itself.
void check_diff(const SyntaxTree &before, const SyntaxTree &after, DiffRules rules) {
  const DiffTree a(before, rules), b(after, rules);
  const EditCounts counts = count_edits(a, b);
  require(count_edits(edit_script(a, b)) == counts);
  const EditCounts same = count_edits(a, a);
  require(same.insert == 0 && same.remove == 0 && same.update == 0 && same.keep == a.size());
  TreeEditDistance distances;
  require(distances.distance(a, a) == 0);
  require(distances.distance(a, b) == distances.distance(b, a));
}

}  // namespace

/// The first byte chooses the dialect, the second the rules; the rest is the statement.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < 2) return 0;
  const auto dialect = static_cast<Dialect>(data[0] % 3);
  const std::string_view sql(reinterpret_cast<const char *>(data) + 2, size - 2);
  SyntaxTree tree;
  try {
    parse(sql, tree, {.dialect = dialect});
  } catch (const SyntaxError &) {
    return 0;
  }
  const sluice::SqlNames names(sample());
  static_cast<void>(reads(tree, bind(tree, names)));

  NormalizeOptions options;
  options.rules = rules_of(data[1]);
  options.context.dialect = dialect;
  if ((data[1] & 4) != 0) options.context.names = names;
  SyntaxTree normal = tree;
  const NormalizeResult result = normalize(normal, options);
  try {
    // The printed text parses, and normalizing it again changes nothing.
    const std::string printed = print(normal, {PrintStyle::canonical, dialect});
    static_cast<void>(parse(printed, {.dialect = dialect}));
    if (result.settled) {
      SyntaxTree twice = normal;
      normalize(twice, options);
      require(print(twice, {PrintStyle::canonical, dialect}) == printed);
    }
    check_diff(tree, normal, DiffRules::sqlglot_30_17);
    check_diff(normal, tree, DiffRules::sqlglot_25_1);
  } catch (const sluice::Error &error) {
    require(error.code() == sluice::ErrorCode::limit_exceeded);
  }
  return 0;
}
