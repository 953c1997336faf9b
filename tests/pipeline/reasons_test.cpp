#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_graph.hpp"
#include "support/support.hpp"
#include "text/identifier.hpp"

namespace sluice {
namespace {

using Words = std::vector<std::string>;

/// Checks reasons against the catalog itself, without an index.
class Truth {
 public:
  explicit Truth(const Catalog &catalog) : catalog_(catalog), graphs_() {}

  bool holds(ColumnId id, const Reason &reason) {
    const Column &column = catalog_.column(id);
    const Table &table = catalog_.table(catalog_.table_of(id));
    const std::string_view kind = name_of(reason.kind);
    if (kind == "word") return is_in_name(reason.text, column.name, column.title);
    if (kind == "table") return is_in_name(reason.text, table.name, table.title);
    if (kind == "description") return is_said_in(reason.text, column.description);
    if (kind == "table_description") return is_said_in(reason.text, table.description);
    if (kind == "value") {
      const auto has = [&](std::string_view value) { return is_said_in(reason.text, value); };
      return std::ranges::any_of(column.samples(), has) ||
             std::ranges::any_of(column.values(), has);
    }
    if (kind == "key") {
      const auto columns = catalog_.columns(catalog_.table_of(id));
      return std::ranges::any_of(table.primary_key,
                                 [&](std::uint32_t part) { return columns[part] == id; });
    }
    return kind == "join" && joins(id, reason.text);
  }

 private:
  static bool is_in_name(std::string_view word, std::string_view name, std::string_view title) {
    std::set<std::string> words;
    const auto add = [&words](std::string_view text) {
      for (std::string &term : Analyzer()(text)) words.insert(std::move(term));
    };
    add(name);
    add(title);
    for (const std::string &implied : implied_words(name)) add(implied);
    const Words terms = Analyzer()(word);
    return !terms.empty() && std::ranges::all_of(terms, [&words](const std::string &term) {
      return words.contains(term);
    });
  }

  static bool is_said_in(std::string_view word, std::string_view text) {
    const Words terms = Analyzer()(word), all = Analyzer()(text);
    return !terms.empty() &&
           std::search(all.begin(), all.end(), terms.begin(), terms.end()) != all.end();
  }

  bool joins(ColumnId id, std::string_view other) {
    const DatabaseId database = catalog_.database_of(id);
    const auto [graph, is_new] = graphs_.try_emplace(database.value);
    if (is_new) graph->second = std::make_unique<SchemaGraph>(catalog_, database);
    const auto joins = graph->second->joins(catalog_.table_of(id));
    return std::ranges::any_of(joins, [&](const Join &join) {
      return catalog_.table(join.to).name == other &&
             std::ranges::find(join.from_columns, id) != join.from_columns.end();
    });
  }

  const Catalog &catalog_;
  std::map<std::uint32_t, std::unique_ptr<SchemaGraph>> graphs_;
};

struct Count {
  std::size_t given = 0;
  std::size_t is_true = 0;
};

/// Asks until `most` reasons are given. By kind.
std::map<std::string, Count> check_reasons(const Retriever &retriever, const Words &questions,
                                           std::size_t most) {
  std::map<std::string, Count> counts;
  std::size_t given = 0;
  Truth truth(*retriever.catalog());
  for (const std::string &question : questions) {
    for (const SubsetColumn &column : retriever.ask(question).subset.columns) {
      for (const Reason &reason : column.reasons) {
        if (given++ == most) return counts;
        Count &count = counts[std::string(name_of(reason.kind))];
        ++count.given;
        const bool is_true = truth.holds(column.id, reason);
        count.is_true += is_true ? 1 : 0;
        CAPTURE(question);
        CAPTURE(retriever.catalog()->path(column.id));
        CAPTURE(to_text(reason));
        CHECK(is_true);
      }
    }
  }
  return counts;
}

ColumnDefinition column(std::string name, std::string description, Words samples = {},
                        Words values = {}) {
  ColumnDefinition made;
  made.name = std::move(name);
  made.description = std::move(description);
  made.samples = std::move(samples);
  made.values = std::move(values);
  return made;
}

/// A harbor whose names are codes, with descriptions and values.
std::shared_ptr<const Catalog> harbor() {
  DatabaseDefinition made;
  made.name = "hbr";
  TableDefinition &vessels = made.tables.emplace_back();
  vessels.name = "vs1";
  vessels.description = "Ships that call at the port";
  vessels.columns = {column("vs_no", "Registry number of the vessel", {"TR001", "X004"}),
                     column("flg", "Country", {"Malta", "Panama"}),
                     column("hull_tp", "", {}, {"catamaran", "trawler"}),
                     column("tx_hash", "", {"0xa0b86991c6218b36", "0x18f3a9c2"}), column("zz", "")};
  vessels.primary_key = {0};
  TableDefinition &stays = made.tables.emplace_back();
  stays.name = "stay";
  stays.columns = {column("vs_no", "Which vessel came"), column("dob_cust", "Date of arrival")};
  made.foreign_keys.push_back({1, {0}, 0, {0}});
  return Catalog::make({Database::make(std::move(made))});
}

/// "kind:text" of a column's reasons, without joins and keys.
Words reasons_of(const Retriever &retriever, const std::string &question, std::string_view path) {
  Words reasons;
  AskOptions all;
  all.budget = 100;
  for (const SubsetColumn &column : retriever.ask(question, all).subset.columns) {
    if (retriever.catalog()->path(column.id) != path) continue;
    for (const Reason &reason : column.reasons) {
      if (reason.kind != ReasonKind::join && reason.kind != ReasonKind::key)
        reasons.push_back(std::string(name_of(reason.kind)) + ':' + reason.text);
    }
  }
  return reasons;
}

}  // namespace

TEST_CASE("a reason names the field that has the question's word") {
  const Retriever retriever(harbor());
  const std::string question =
      "hull and flg of the vessels from Malta, trawlers, TR001 or TR004, with the registry";
  CHECK(reasons_of(retriever, question, "hbr.vs1.vs_no") ==
        Words{"value:TR001", "description:vessels", "description:registry"});
  CHECK(reasons_of(retriever, question, "hbr.vs1.flg") == Words{"word:flg", "value:Malta"});
  CHECK(reasons_of(retriever, question, "hbr.vs1.hull_tp") == Words{"word:hull", "value:trawlers"});
  CHECK(to_text({ReasonKind::description, "registry"}) == "'registry' in its description");
}

TEST_CASE("a table's description is a reason for columns that have no other") {
  const Retriever retriever(harbor());
  CHECK(reasons_of(retriever, "ships and their flg", "hbr.vs1.flg") == Words{"word:flg"});
  CHECK(reasons_of(retriever, "flg, zz and vessel of ships", "hbr.vs1.vs_no") ==
        Words{"description:vessel"});
  Words found;
  for (const char *of : {"hbr.vs1.zz", "hbr.vs1.tx_hash", "hbr.vs1.hull_tp"}) {
    for (std::string &reason : reasons_of(retriever, "port calls of ships by flg", of))
      found.push_back(std::move(reason));
  }
  for (const std::string &reason : found) CHECK(reason.starts_with("table_description:"));
}

TEST_CASE("of a word in parts, a name may have some, and a value has all of them in sequence") {
  const Retriever retriever(harbor());
  CHECK(reasons_of(retriever, "custBirth of a stay", "hbr.stay.dob_cust") ==
        Words{"word:custBirth", "table:stay"});
  CHECK(reasons_of(retriever, "custBirthPlace7 of a stay", "hbr.stay.dob_cust") ==
        Words{"word:cust", "word:birth", "table:stay"});
  CHECK(reasons_of(retriever, "hash 0xa0b86991c6218b36 or 0x18f3a9c2", "hbr.vs1.tx_hash") ==
        Words{"word:hash", "value:0xa0b86991c6218b36", "value:0x18f3a9c2"});
  CHECK(reasons_of(retriever, "hash 0x18f3c6218b36", "hbr.vs1.tx_hash") == Words{"word:hash"});
}

TEST_CASE("reasons are true of a catalog with descriptions and values") {
  const Retriever retriever(harbor());
  const auto counts = check_reasons(
      retriever,
      {"registry numbers of ships from Malta", "which trawlers or catamarans called at the port",
       "arrival date of vessel X004", "vs_no of the stays by country", "18f3a9c2 TR001 vs7"},
      SIZE_MAX);
  for (const char *kind : {"word", "table", "value", "description", "join", "key"}) {
    CAPTURE(kind);
    CHECK(counts.contains(kind));
  }
}

TEST_CASE("reasons are true of published catalogs") {
  const auto folder = test::data_directory() / "real_catalogs/spider2_lite";
  const std::string catalog = (folder / "catalog.json.gz").string();
  if (!std::filesystem::exists(catalog)) return test::skip("no catalogs under SLUICE_DATA");
  const Retriever retriever(Catalog::make(load_catalog_json(read_file(catalog), catalog)));
  Words questions;
  const std::string path = (folder / "questions.jsonl.gz").string();
  each_json_line(read_file(path), path,
                 [&](JsonValue line) { questions.emplace_back(line.at("question").as_string()); });
  constexpr std::size_t most = 1'000;
  std::size_t given = 0;
  for (const auto &[kind, count] : check_reasons(retriever, questions, most)) {
    MESSAGE(kind << ": " << count.is_true << " of " << count.given);
    given += count.given;
  }
  CHECK(given == most);
}

}  // namespace sluice
