/// `sluice suite`: shows and merges suites.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/suite_file.hpp"
#include "suite.hpp"

namespace sluice::cli {
namespace {

struct ShowArguments {
  std::string file;
  bool golds = false;
  bool json = false;
};

struct MergeArguments {
  std::vector<std::string> files;
  std::string out;
};

void write_gold(JsonWriter &writer, const SuiteGold &gold) {
  writer.begin_object().member("query", gold.text).member("lines", gold.lines);
  if (!gold.problem.empty()) writer.member("problem", gold.problem);
  writer.member("neighbors", gold.neighbors).member("proved_equal", gold.proved);
  writer.member("complete", gold.complete).member("shows_rows", gold.shows_rows);
  writer.key("databases").begin_array();
  for (const std::uint32_t database : gold.databases) writer.value(database);
  writer.end_array().member("best", gold.best).key("undistinguished").begin_array();
  for (const UndistinguishedNeighbor &neighbor : gold.undistinguished) {
    writer.begin_object().member("query", neighbor.text).member("mutator", neighbor.mutator);
    writer.member("copies", neighbor.copies).member("out_of_steps", neighbor.out_of_steps);
    writer.end_object();
  }
  writer.end_array().key("proofs").begin_array();
  for (const ProvedNeighbor &proof : gold.proofs) {
    writer.begin_object().member("query", proof.text).member("mutator", proof.mutator);
    writer.member("proof", name_of(proof.by_program ? ProofKind::program : ProofKind::form));
    writer.key("constraints").begin_array();
    for (const std::string &constraint : proof.relied_on) writer.value(constraint);
    writer.end_array().end_object();
  }
  writer.end_array().end_object();
}

void write_schema(JsonWriter &writer, const SuiteSchema &schema) {
  writer.begin_object().member("id", schema.id);
  write_counts(writer, count(schema));
  writer.key("origins").begin_array();
  for (const SuiteDatabase &database : schema.databases) writer.value(database.origin);
  writer.end_array().key("inferred_keys").begin_array();
  for (const std::string &key : schema.inferred_keys) writer.value(key);
  writer.end_array().key("items").begin_array();
  for (const SuiteGold &gold : schema.golds) write_gold(writer, gold);
  writer.end_array().end_object();
}

void print_gold(const SuiteGold &gold) {
  fmt::print("  {}\n", gold.text);
  if (!gold.problem.empty()) fmt::print("    {}\n", gold.problem);
  fmt::print("    {} neighbors · {} proved equal · {} undistinguished · databases", gold.neighbors,
             gold.proved, gold.undistinguished.size());
  for (const std::uint32_t database : gold.databases) fmt::print(" {}", database);
  fmt::print("\n");
  for (const UndistinguishedNeighbor &neighbor : gold.undistinguished) {
    fmt::print("    {}: {}\n", neighbor.mutator, neighbor.text);
  }
  for (const ProvedNeighbor &proof : gold.proofs) {
    fmt::print("    proved equal: {}\n", proof.text);
    if (!proof.relied_on.empty()) fmt::print("      given {}\n", fmt::join(proof.relied_on, ", "));
  }
}

void show(const ShowArguments &arguments) {
  const Suite suite = read_suite(arguments.file);
  const std::size_t bytes = read_file(arguments.file).size();
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object();
    write_counts(writer, count(suite));
    writer.member("bytes", bytes).member("settings", suite.settings);
    writer.key("schemas").begin_array();
    for (const SuiteSchema &schema : suite.schemas) write_schema(writer, schema);
    writer.end_array().end_object();
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{}", counts_text(count(suite), bytes));
  fmt::print("{}\n", suite.settings);
  for (const SuiteSchema &schema : suite.schemas) {
    const SuiteCounts counts = count(schema);
    fmt::print("{}: {} queries · {} databases · {} rows · {} of {} neighbors undistinguished\n",
               schema.id, counts.golds, counts.databases, counts.rows, counts.undistinguished,
               counts.neighbors);
    for (const std::string &key : schema.inferred_keys) fmt::print("  inferred: {}\n", key);
    if (!arguments.golds) continue;
    for (const SuiteGold &gold : schema.golds) print_gold(gold);
  }
}

void merge_files(const MergeArguments &arguments) {
  Suite merged = read_suite(arguments.files.front());
  for (std::size_t i = 1; i < arguments.files.size(); ++i) {
    merged = merge(std::move(merged), read_suite(arguments.files[i]));
  }
  write_suite(merged, arguments.out);
}

}  // namespace

std::string counts_text(const SuiteCounts &counts, std::size_t bytes) {
  std::string text =
      fmt::format("{} queries, {} of them distinct · {} databases, {:.1f} a query · {}\n"
                  "{} neighbors · {} proved equal · {} undistinguished ({:.2f} %)\n",
                  counts.golds, counts.distinct_golds, counts.databases,
                  counts.databases_per_gold(), bytes_text(bytes), counts.neighbors, counts.proved,
                  counts.undistinguished, 100 * counts.undistinguished_share());
  if (counts.golds_with_problems > 0) {
    text += fmt::format("{} queries have no neighbors; `sluice suite show --golds` says why\n",
                        counts.golds_with_problems);
  }
  return text;
}

void add_suite(const Command &app) {
  const Command suite = app.add_group(
      "suite", "Build and inspect databases that distinguish gold queries from similar ones");
  suite.footer("Examples:\n"
               "  sluice suite build --gold dev_gold.sql --db database/ --out dev.suite\n"
               "  sluice suite show dev.suite --golds");
  add_suite_build(suite);

  auto shown = std::make_shared<ShowArguments>();
  const Command show_command = suite.add_command("show", "Show the contents of a suite");
  show_command.add_option("file", shown->file, "The suite").type_name("SUITE").required();
  show_command.add_flag("--golds", shown->golds,
                        "Also show each query, and the neighbors that no database distinguishes");
  show_command.add_flag("--json", shown->json, "Print one JSON object, with all queries");
  show_command.footer("Examples:\n"
                      "  sluice suite show dev.suite --golds\n"
                      "  sluice suite show dev.suite --json");
  show_command.callback([shown] { show(*shown); });

  auto merged = std::make_shared<MergeArguments>();
  const Command merge_command = suite.add_command(
      "merge", "Merge the shards of a suite, to the same bytes as those of a single run");
  merge_command.add_option("files", merged->files, "Suites that were built with the same settings")
      .type_name("SUITE...")
      .required();
  merge_command.add_option("--out", merged->out, "The file to write").type_name("FILE").required();
  merge_command.footer("Examples:\n"
                       "  sluice suite merge dev.1 dev.2 --out dev.suite\n"
                       "  sluice suite merge dev.[12] --out dev.suite");
  merge_command.callback([merged] { merge_files(*merged); });

  add_suite_folders(suite);
}

}  // namespace sluice::cli
