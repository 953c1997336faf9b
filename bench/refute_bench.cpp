// Counterexamples: their cost and size on the pairs of tests/suite/query_pairs.sql; and how many
// predictions that pass on Spider's own database are refuted.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "judge/plugging.hpp"
#include "judge/repairs.hpp"
#include "judge/spider_dev.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/gold_result.hpp"
#include "sluice/spider/hardness.hpp"
#include "sluice/suite/refuter.hpp"
#include "suite/made_schema.hpp"
#include "suite/query_pairs.hpp"

namespace {

using namespace sluice;

bool is_verbose() { return std::getenv("SLUICE_BENCH_VERBOSE") != nullptr; }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Rows per table, of tables that have rows.
std::vector<double> rows_per_table(const Refutation &found) {
  std::vector<double> rows;
  if (!found.database) return rows;
  for (std::uint32_t table = 0; table < found.constraints->schema().tables().size(); ++table) {
    const std::size_t count = found.database->rows(table);
    if (count > 0) rows.push_back(static_cast<double>(count));
  }
  return rows;
}

/// range(0): 1 for pairs that differ, 0 for equivalent pairs.
void pairs(benchmark::State &state) {
  const test::QueryPairs known = test::read_query_pairs(SLUICE_SOURCE_DIR);
  const Refuter refuter(std::make_shared<const Constraints>(test::constraints_of(known.schema)));
  std::vector<double> milliseconds, rows;
  std::array<std::size_t, 4> verdicts{};
  for (auto _ : state) {
    milliseconds.clear();
    verdicts = {};
    for (const test::QueryPair &pair : known.pairs) {
      if (pair.differ != (state.range(0) == 1)) continue;
      const auto start = std::chrono::steady_clock::now();
      const Refutation found = refuter.refute(pair.gold, pair.predicted);
      const std::chrono::duration<double, std::milli> taken =
          std::chrono::steady_clock::now() - start;
      milliseconds.push_back(taken.count());
      ++verdicts[static_cast<std::size_t>(found.verdict)];
      const std::vector<double> of_tables = rows_per_table(found);
      rows.insert(rows.end(), of_tables.begin(), of_tables.end());
      if (is_verbose()) {
        fmt::print(
            "{} {} {:.1f} ms, {} databases, bound {}, {} rows, {}{}\n{}", pair.about,
            name_of(found.verdict), taken.count(), found.databases, found.bound,
            found.database ? found.database->rows() : 0,
            name_of(found.verdict == RefutationVerdict::proved ? found.proof : ProofKind::none),
            found.open_rows ? ", open rows" : "", found.script());
      }
    }
  }
  state.counters["refuted"] = static_cast<double>(verdicts[0]);
  state.counters["proved"] = static_cast<double>(verdicts[1]);
  state.counters["not_refuted"] = static_cast<double>(verdicts[2]);
  state.counters["failed"] = static_cast<double>(verdicts[3]);
  state.counters["median_ms"] = median(milliseconds);
  state.counters["median_rows"] = median(rows);
  state.counters["greatest_ms"] = *std::max_element(milliseconds.begin(), milliseconds.end());
}
BENCHMARK(pairs)->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond)->Iterations(1);

// ---- predictions ------------------------------------------------------------------------------

std::filesystem::path data() {
  const char *given = std::getenv("SLUICE_DATA");
  return given != nullptr ? given : SLUICE_DATA;
}

/// One of Spider's dev databases: its rows, and two refuters, one with only the constraints of its
/// definitions, and one also with those mined from its rows.
class DevDatabase {
 public:
  explicit DevDatabase(const std::string &name) {
    const std::string path = (data() / "spider/databases/dev" / (name + ".sqlite")).string();
    SqliteConnection connection(path, SqliteConnection::Access::read);
    auto declared = std::make_shared<Constraints>(
        Constraints::declared(load_sqlite(path, {.samples = 0}), connection));
    auto mined = std::make_shared<Constraints>(*declared);
    mined->mine(connection);
    refuters_ = {Refuter(std::move(declared)), Refuter(std::move(mined))};
    session_.emplace(SqliteImage::load(path));
  }

  const Refuter &refuter(bool mined) const { return refuters_[mined ? 1 : 0]; }

  /// Whether the results on the database's own rows are equal according to the official script.
  bool agree(const std::string &gold, const std::string &predicted) {
    GoldResult known(false);
    const QueryOutcome outcome = session_->run(gold, [&known](Row row) {
      known.add(row);
      return true;
    });
    known.finish(outcome.columns);
    ComparisonRules rules;
    rules.order =
        lower_ascii(gold).find("order by") != gold.npos ? RowOrder::matters : RowOrder::ignored;
    PredictionReader reader(known, rules);
    const QueryOutcome other = session_->run(predicted, [&reader](Row row) { return reader(row); });
    if (!other.finished() && other.end != QueryEnd::abandoned) return false;
    return reader.finish(other.columns).same;
  }

 private:
  std::vector<Refuter> refuters_;
  std::optional<SqliteSession> session_;
};

DevDatabase &dev_database(const std::string &name) {
  static std::map<std::string, DevDatabase> known;
  auto found = known.find(name);
  if (found == known.end()) found = known.emplace(name, DevDatabase(name)).first;
  return found->second;
}

/// Returns the query as the official script runs it.
std::string repaired(const std::string &sql, bool keep_distinct = false) {
  const std::string closed = close_operators(sql);
  return with_fixed_year(keep_distinct ? closed : without_distinct(closed));
}

/// Returns the prediction and its variants with gold's values, if they agree with gold.
std::vector<std::string> agreeing(DevDatabase &database, const std::string &gold,
                                  const std::string &predicted) {
  constexpr std::uint64_t max_tried = 2000;
  constexpr std::size_t max_kept = 60;
  std::vector<std::string> texts;
  if (database.agree(gold, predicted)) texts.push_back(predicted);
  const Plugging plugging(cut_at_values(gold), cut_at_values(predicted));
  for (std::uint64_t i = 0; i < std::min(plugging.size(), max_tried); ++i) {
    std::string text = plugging.filling(i);
    if (texts.size() < max_kept && database.agree(gold, text)) texts.push_back(std::move(text));
  }
  return texts;
}

/// Returns a counterexample for the last of the texts, if there is one for each of them.
std::optional<Refutation> refute_all(const Refuter &refuter, const std::string &gold,
                                     const std::vector<std::string> &texts) {
  std::optional<Refutation> found;
  for (const std::string &text : texts) {
    found = refuter.refute(gold, text);
    if (found->verdict != RefutationVerdict::refuted) return std::nullopt;
  }
  return found;
}

std::vector<std::string> chosen_files() {
  const char *given = std::getenv("SLUICE_BENCH_FILES");
  std::string names = given != nullptr ? given : "dail_gpt4,c3_gpt35,submission_21";
  std::vector<std::string> files;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    files.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  return files;
}

/// As a fraction of all questions, as in the paper's table 2.
struct Share {
  std::size_t refuted = 0, passed = 0, questions = 0;
  double value() const {
    return questions == 0 ? 0 : static_cast<double>(refuted) / static_cast<double>(questions);
  }
};

/// Refuted predictions among those that are right on Spider's own rows; range(0): 1 to satisfy the
/// constraints mined from these rows. SLUICE_BENCH_FILES names the systems.
void predictions(benchmark::State &state) {
  if (!exists(data())) return state.SkipWithError("no benchmark data");
  const std::vector<test::GoldQuery> golds = test::read_gold(data() / "spider/dev_gold.sql");
  const test::DevSchemas schemas(data() / "spider/tables.json.gz");
  std::map<std::string, double> recall;
  const JsonDocument index =
      JsonDocument::parse(read_file((data() / "predictions/index.json").string()));
  for (const JsonValue entry : index.root()) {
    recall[std::string(entry.at("file").as_string())] =
        entry.at("value_recall").is(JsonKind::number) ? entry.at("value_recall").as_number() : 1;
  }
  std::vector<std::size_t> levels;
  for (const test::GoldQuery &gold : golds) {
    const auto query = parse_official(gold.sql, schemas.at(gold.database));
    levels.push_back(static_cast<std::size_t>(hardness_of(*query)));
  }
  Share all, worst;
  std::array<Share, 4> by_hardness{};
  std::vector<double> rows, shares;
  std::map<std::string, std::optional<Refutation>> known;
  for (auto _ : state) {
    for (const std::string &name : chosen_files()) {
      const bool plugged = recall["spider_dev/" + name + ".sql.gz"] < 0.5;
      const auto lines = test::lines_of(
          read_file((data() / "predictions/spider_dev" / (name + ".sql.gz")).string()));
      const JsonDocument official = JsonDocument::parse(
          read_file((data() / "official_verdicts/spider_dev" / (name + ".json.gz")).string()));
      const auto verdicts = official.root().find(plugged ? "plug_value" : "plain");
      Share share;
      std::vector<std::int64_t> right(golds.size(), 1);  // unless the script gave up
      if (verdicts) {
        right.clear();
        for (const JsonValue verdict : *verdicts) right.push_back(verdict.as_integer());
      }
      for (std::size_t at = 0; at < golds.size(); ++at) {
        const std::size_t level = levels[at];
        for (Share *of : {&share, &all, &by_hardness[level]}) ++of->questions;
        if (right[at] != 1) continue;
        DevDatabase &database = dev_database(golds[at].database);
        const std::string gold = repaired(golds[at].sql);
        const std::string predicted = repaired(without_placeholder(lines[at]));
        const std::string key = golds[at].database + '\n' + gold + '\n' + predicted;
        auto seen = known.find(key);
        if (seen == known.end()) {
          const std::vector<std::string> texts =
              plugged ? agreeing(database, gold, predicted) : std::vector<std::string>{predicted};
          if (texts.empty()) continue;
          auto found = refute_all(database.refuter(state.range(0) == 1), gold, texts);
          if (found && is_verbose()) {
            fmt::print("# {} {}: {} ({} databases)\n{}\n{}\n{}\n", golds[at].database, at,
                       name_of(found->kind), found->databases, gold, texts.back(),
                       to_sql(*found->database, *found->constraints));
          }
          seen = known.emplace(key, std::move(found)).first;
        }
        for (Share *of : {&share, &all, &by_hardness[level]}) {
          ++of->passed;
          of->refuted += seen->second.has_value() ? 1 : 0;
        }
        if (seen->second) {
          const std::vector<double> of_tables = rows_per_table(*seen->second);
          rows.insert(rows.end(), of_tables.begin(), of_tables.end());
        }
      }
      fmt::print(stderr, "{}: {} of {} that pass refuted, {:.1f} % of all{}\n", name, share.refuted,
                 share.passed, 100 * share.value(), plugged ? ", values plugged in" : "");
      shares.push_back(share.value());
      if (share.value() > worst.value()) worst = share;
    }
  }
  double sum = 0;
  for (const double share : shares) sum += share;
  state.counters["mean"] = shares.empty() ? 0 : sum / static_cast<double>(shares.size());
  state.counters["worst"] = worst.value();
  for (std::size_t level = 0; level < by_hardness.size(); ++level)
    state.counters[std::string(hardness_names[level])] = by_hardness[level].value();
  state.counters["median_rows"] = median(rows);
}
BENCHMARK(predictions)->Arg(0)->Arg(1)->Unit(benchmark::kSecond)->Iterations(1);

/// Pairs that people judged equivalent; refuted ones are printed. range(0) is as above.
void hand_checked(benchmark::State &state) {
  const std::string path = (data() / "esm_false_negatives/pairs_even.jsonl.gz").string();
  if (!std::filesystem::exists(path)) return state.SkipWithError("no benchmark data");
  std::size_t pairs = 0, refuted = 0, open = 0;
  for (auto _ : state) {
    pairs = refuted = open = 0;
    each_json_line(read_file(path), path, [&](const JsonValue &line) {
      const auto text = [&line](const char *name) {
        return std::string(line.at(name).as_string());
      };
      DevDatabase &database = dev_database(text("db_id"));
      // The notes of some say that DISTINCT distinguishes them; others differ by it on the same
      // data.
      const bool drop = text("note").find("distinct") != std::string::npos;
      std::string gold, predicted;
      std::vector<std::string> texts;
      const auto take = [&](bool keep_distinct) {
        gold = repaired(text("gold"), keep_distinct);
        predicted = repaired(without_placeholder(text("predicted")), keep_distinct);
        texts = agreeing(database, gold, predicted);
      };
      take(!drop);
      if (texts.empty()) take(false);
      ++pairs;
      if (texts.empty()) {
        ++open;
        if (is_verbose()) fmt::print("# {}: no filling agrees\n", text("id"));
        return;
      }
      const auto found = refute_all(database.refuter(state.range(0) == 1), gold, texts);
      if (!found) return;
      ++refuted;
      fmt::print("# {} {}: {}; {}; {}\n{}\n{}\n{}\n", text("id"), text("db_id"),
                 name_of(found->kind), text("reason"), text("note"), gold, texts.back(),
                 to_sql(*found->database, *found->constraints));
    });
  }
  state.counters["pairs"] = static_cast<double>(pairs);
  state.counters["refuted"] = static_cast<double>(refuted);
  state.counters["no_filling_agrees"] = static_cast<double>(open);
}
BENCHMARK(hand_checked)->Arg(0)->Arg(1)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
