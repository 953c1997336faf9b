/// `sluice refute`: searches for a database on which two queries differ.

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/source/refuter_source.hpp"
#include "cli/text/result_text.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/result_json.hpp"

namespace sluice::cli {
namespace {

struct RefuteArguments {
  std::string gold, predicted;
  RefuterSource refuter;
  bool json = false;
};

std::string text_of(const std::string &argument) {
  return argument.starts_with('@') ? read_file(argument.substr(1)) : argument;
}

std::string proof_words(const Refutation &found) {
  std::string words = found.proof == ProofKind::program
                          ? "PROVED: SQLite runs the same program for both"
                          : "PROVED: one normal form";
  words += found.relied_on.empty() ? "\n" : ", given that\n";
  for (const ProofConstraint &constraint : found.relied_on)
    words += "  " + text_of(constraint) + '\n';
  return words;
}

std::string words_of(const Refutation &found) {
  switch (found.verdict) {
    case RefutationVerdict::refuted:
      return fmt::format("REFUTED by database number {}: {}\n\n{}\n{}", found.databases,
                         title_of(found.kind), found.script(),
                         side_by_side("gold", found.gold, "predicted", found.predicted));
    case RefutationVerdict::proved: return proof_words(found);
    default: break;
  }
  std::string words = fmt::format("NOT REFUTED: the same results on {} databases", found.databases);
  if (found.bound > 0) {
    words += fmt::format(", including all with up to {} row{} per table over a few values",
                         found.bound, found.bound == 1 ? "" : "s");
  }
  if (found.open_rows) words += "; they differ only in rows that a query leaves open, such as ties";
  return words + "\n";
}

void run_refute(const RefuteArguments &arguments) {
  limit_sqlite_heap(RefuterSource::heap_bytes);
  const Refuter refuter(std::make_shared<const Constraints>(arguments.refuter.constraints()),
                        arguments.refuter.options());
  const Refutation found = refuter.refute(text_of(arguments.gold), text_of(arguments.predicted));
  if (found.verdict == RefutationVerdict::failed) {
    throw Error(ErrorCode::invalid_argument, found.message,
                {found.gold_failed ? "gold" : "prediction"});
  }
  fmt::print("{}", arguments.json ? to_json(found) + "\n" : words_of(found));
  if (found.verdict == RefutationVerdict::refuted) throw ExitWith{rejected};
}

}  // namespace

void add_refute(const Command &app) {
  auto arguments = std::make_shared<RefuteArguments>();
  const Command refute =
      app.add_command("refute", "Search for a database on which two queries differ");
  refute.add_option("GOLD", arguments->gold, "The reference query, or @FILE")
      .type_name("")
      .required();
  refute.add_option("PRED", arguments->predicted, "The predicted query, or @FILE")
      .type_name("")
      .required();
  arguments->refuter.add_options(refute);
  refute.add_flag("--json", arguments->json, "Print one JSON object");
  refute.footer(
      "Rows are compared in order if GOLD has an ORDER BY at its top level. A difference only in rows\n"
      "that a query leaves open, such as ties in the order, refutes nothing.\n"
      "\n"
      "Examples:\n"
      "  sluice refute --db shop.sqlite \"SELECT count(*) FROM sale\" \"SELECT count(price) FROM sale\"\n"
      "  sluice refute --tables tables.json --database shop @gold.sql @predicted.sql --json\n"
      "\n"
      "Exit status: 0 proved equal or not refuted, 1 refuted, 2 a query cannot run.");
  refute.callback([arguments] { run_refute(*arguments); });
}

}  // namespace sluice::cli
