#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "schema/sql_keys.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/spider/exact_set_match.hpp"
#include "sluice/spider/hardness.hpp"
#include "spider/official_report.hpp"

namespace {

using namespace sluice;

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr const char *tables =
    R"([{"db_id": "f", "table_names_original": ["Airport", "Flight", "Pilot"],
  "table_names": ["a", "f", "p"],
  "column_names_original": [[-1, "*"], [0, "Code"], [0, "City"], [1, "Id"], [1, "Source"], [1, "Dest"],
                            [1, "Pilot"], [2, "Id"], [2, "Name"]],
  "column_names": [[-1, "*"], [0, "code"], [0, "city"], [1, "id"], [1, "source"], [1, "dest"], [1, "pilot"],
                   [2, "id"], [2, "name"]],
  "column_types": ["text", "text", "text", "number", "text", "text", "number", "number", "text"],
  "primary_keys": [1, 3, 7], "foreign_keys": [[4, 1], [5, 1], [6, 7]]}])";

struct Sample {
  Databases databases = load_tables_json(tables, "tables");
  std::vector<OfficialForeignKeys> keys = read_official_foreign_keys(tables, "tables");
  OfficialSchema schema{*databases.front(), &keys.front()};
  sql::KeyFacts facts = sql_keys(*databases.front(), ForeignKeyReading::total);
};

}  // namespace

/// The input is two queries, separated by a zero byte or a line break.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Sample sample;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::size_t cut = text.find_first_of(std::string_view("\0\n", 2));
  const std::string_view first = text.substr(0, cut);
  const std::string_view second = cut == std::string_view::npos ? first : text.substr(cut + 1);

  for (const ExactSetRules rules : {ExactSetRules::official, ExactSetRules::adapted}) {
    auto gold = parse_official(first, sample.schema);
    auto predicted = parse_official(second, sample.schema);
    if (!gold) break;
    const Hardness hardness = hardness_of(*gold);
    auto same = parse_official(first, sample.schema);
    require(*gold == *same || first.find_first_of("nN") != std::string_view::npos);  // NaN
    normalize_official(*gold, sample.schema, rules);
    normalize_official(*same, sample.schema, rules);
    require(hardness_of(*gold) <= Hardness::extra && hardness <= Hardness::extra);
    ScoreItem item;
    item.hardness = hardness;
    item.exact = exact_set_match(*gold, *same, sample.schema, rules);
    require(item.exact->match || first.find_first_of("nN") != std::string_view::npos);
    if (!predicted) predicted.emplace();
    normalize_official(*predicted, sample.schema, rules);
    const ExactSetMatch there = exact_set_match(*gold, *predicted, sample.schema, rules);
    const ExactSetMatch back = exact_set_match(*predicted, *gold, sample.schema, rules);
    // The result is symmetric, except for tables if gold has none, and for the order, which only
    // gold may lack.
    if (!gold->from.empty() && !predicted->from.empty()) {
      for (const QueryPart part :
           {QueryPart::select, QueryPart::where, QueryPart::group_without_having, QueryPart::and_or,
            QueryPart::keywords}) {
        require(there[part].right == back[part].right);
      }
    }
    require(!official_report({{{&item, 1}}}, OfficialReportKind::all).empty());
  }
  const auto form = normal_form(first, *sample.databases.front(), sample.facts);
  if (form) {
    const auto again = normal_form(*form, *sample.databases.front(), sample.facts);
    require(!again || !again->empty());
  }
  return 0;
}
