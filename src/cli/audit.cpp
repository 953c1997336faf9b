/// `sluice audit`: finds gold queries that may be wrong.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/skipped_report.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/report/audit_report.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::cli {
namespace {

struct AuditArguments {
  std::string gold;
  std::string databases;
  std::string tables;
  std::string page;
  bool json = false;
};

/// One `SQL<TAB>database` per line; empty lines separate interactions.
std::vector<AuditedGold> read_golds(const std::string &path) {
  const std::string text = read_file(path);
  std::vector<AuditedGold> golds;
  std::size_t line = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view written = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++line;
    if (written.ends_with('\r')) written.remove_suffix(1);
    if (written.find_first_not_of(" \t") == std::string_view::npos) continue;
    const std::size_t tab = written.find('\t');
    if (tab == std::string_view::npos || written.find('\t', tab + 1) != std::string_view::npos) {
      throw Error(ErrorCode::malformed, "expected a query, a tab and the name of a database",
                  Place{path, line, 0});
    }
    golds.push_back(
        {line, std::string(written.substr(tab + 1)), std::string(written.substr(0, tab)), {}});
  }
  return golds;
}

/// DIR/name/name.sqlite, the layout of benchmarks, or DIR/name.sqlite.
std::string database_file(const std::string &folder, const AuditedGold &gold,
                          const std::string &source) {
  namespace fs = std::filesystem;
  const fs::path name(gold.database);
  // The name comes from a file and must not lead out of the folder.
  const bool plain = !gold.database.empty() && name.filename() == name && gold.database != ".." &&
                     gold.database != ".";
  for (const fs::path &path : {fs::path(folder) / name / (gold.database + ".sqlite"),
                               fs::path(folder) / (gold.database + ".sqlite")}) {
    std::error_code error;
    if (plain && fs::is_regular_file(path, error)) return path.string();
  }
  throw Error(ErrorCode::not_found, fmt::format("no database \"{}\" in {}", gold.database, folder),
              Place{source, gold.line, 0});
}

void audit(AuditReport &report, const AuditArguments &arguments) {
  std::map<std::string, std::shared_ptr<const Database>> declared;
  if (!arguments.tables.empty()) {
    for (auto &database : load_and_report(arguments.tables))
      declared.emplace(database->name(), database);
  }
  std::map<std::string, GoldAuditor> auditors;
  std::map<std::pair<std::string, std::string>, std::vector<AuditFinding>> known;
  ProgressLine line;
  std::size_t done = 0;
  for (AuditedGold &gold : report.golds) {
    const auto key = std::pair(gold.database, gold.sql);
    auto found = known.find(key);
    if (found == known.end()) {
      auto auditor = auditors.find(gold.database);
      if (auditor == auditors.end()) {
        const auto described = declared.find(gold.database);
        auditor =
            auditors
                .emplace(gold.database,
                         GoldAuditor(database_file(arguments.databases, gold, report.source), {},
                                     described == declared.end() ? nullptr : described->second))
                .first;
      }
      found = known.emplace(key, auditor->second.audit(gold.sql)).first;
    }
    gold.findings = found->second;
    line("audit", ++done, report.golds.size());
  }
}

void run_audit(const AuditArguments &arguments) {
  const auto start = std::chrono::steady_clock::now();
  AuditReport report;
  report.source = arguments.gold;
  report.golds = read_golds(arguments.gold);
  audit(report, arguments);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.page.empty()) write_file(arguments.page, audit_page(report));
  if (arguments.json) {
    JsonWriter writer;
    write_json(report, writer);
    fmt::print("{}\n", writer.text());
  } else {
    fmt::print("{}", audit_text(report));
  }
}

}  // namespace

void add_audit(const Command &app) {
  auto arguments = std::make_shared<AuditArguments>();
  const Command audit = app.add_command("audit", "Find gold queries that deserve a second look");
  const Command input = audit.section("Input");
  input.add_option("--gold", arguments->gold, "The gold queries, one `SQL<TAB>database` per line")
      .type_name("FILE")
      .required();
  input
      .add_option("--db", arguments->databases,
                  "Their databases: DIR/name/name.sqlite or DIR/name.sqlite")
      .type_name("DIR")
      .required();
  input
      .add_option("--tables", arguments->tables,
                  "A tables.json whose foreign keys count as declared, too")
      .type_name("FILE");
  const Command output = audit.section("Output");
  output.add_option("--html", arguments->page, "Also write an HTML page with all findings")
      .type_name("FILE");
  output.add_flag("--json", arguments->json, "Print one JSON object");
  audit.footer(
      "A finding is a doubt, not an error: an empty result, a LIMIT that cuts between ties, numbers\n"
      "sorted as text, a join without a declared key …\n"
      "\n"
      "Examples:\n"
      "  sluice audit --gold dev_gold.sql --db database/\n"
      "  sluice audit --gold dev_gold.sql --db database/ --tables tables.json --html audit.html");
  audit.callback([arguments] { run_audit(*arguments); });
}

}  // namespace sluice::cli
