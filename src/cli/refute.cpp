/// `sluice refute`: a database on which two queries differ, or what was tried.

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

struct Arguments {
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
      return fmt::format("REFUTED by the database tried as number {}: {}\n\n{}\n{}",
                         found.databases, title_of(found.kind), found.script(),
                         side_by_side("gold", found.gold, "predicted", found.predicted));
    case RefutationVerdict::proved: return proof_words(found);
    default: break;
  }
  std::string words = fmt::format("NOT REFUTED: the same on {} databases", found.databases);
  if (found.bound > 0) {
    words += fmt::format(", among them all of up to {} row{} a table over a few values",
                         found.bound, found.bound == 1 ? "" : "s");
  }
  if (found.open_rows) words += "; they differ in rows that a query leaves open, such as ties";
  return words + "\n";
}

void run(const Arguments &arguments) {
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
  auto arguments = std::make_shared<Arguments>();
  const Command refute =
      app.add_command("refute", "Look for a database on which two queries differ");
  refute.add_option("GOLD", arguments->gold, "A query, or @FILE").type_name("").required();
  refute.add_option("PRED", arguments->predicted, "Another").type_name("").required();
  arguments->refuter.add_options(refute);
  refute.add_flag("--json", arguments->json, "Print an object");
  refute.footer(
      "Rows are compared in their order if GOLD has an ORDER BY of its own. A difference in nothing\n"
      "but rows that a query leaves open, such as equals in the order, refutes nothing.\n"
      "Exit status: 0 the same or not refuted, 1 refuted, 2 one of them could not be run.\n"
      "\n"
      "Example:\n"
      "  sluice refute --db shop.sqlite \"SELECT count(*) FROM sale\" \"SELECT count(price) FROM sale\"");
  refute.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
