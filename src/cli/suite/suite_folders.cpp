/// `sluice suite export` and `import`: convert suites to and from folders of databases.

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/skipped_report.hpp"
#include "sluice/core/file.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "sluice/suite/suite_folder.hpp"
#include "suite.hpp"

namespace sluice::cli {
namespace {

struct ExportArguments {
  std::string file;
  std::string folder;
};

struct ImportArguments {
  std::string folder;
  std::string gold;
  std::string out;
};

}  // namespace

void add_suite_folders(const Command &suite) {
  auto out = std::make_shared<ExportArguments>();
  const Command export_command =
      suite.add_command("export", "Write the databases of a suite in the official layout");
  export_command.add_option("file", out->file, "The suite").type_name("SUITE").required();
  export_command.add_option("folder", out->folder, "The folder to write: DIR/id/id_0.sqlite …")
      .type_name("DIR")
      .required();
  export_command.footer("The official script for Spider reads this layout.\n"
                        "\n"
                        "Example:\n  sluice suite export dev.suite exported/");
  export_command.callback([out] { export_suite(read_suite(out->file), out->folder); });

  auto in = std::make_shared<ImportArguments>();
  const Command import_command =
      suite.add_command("import", "Build a suite from databases in the official layout");
  import_command.add_option("folder", in->folder, "The databases: DIR/id/*.sqlite or DIR/id.sqlite")
      .type_name("DIR")
      .required();
  import_command
      .add_option("--gold", in->gold,
                  "The queries that they judge, one `SQL<tab>database` per line")
      .type_name("FILE")
      .required();
  import_command.add_option("--out", in->out, "The suite to write").type_name("FILE").required();
  import_command.footer(
      "Example:\n  sluice suite import exported/ --gold dev_gold.sql --out imported.suite");
  import_command.callback([in] {
    std::vector<SkippedItem> skipped;
    write_suite(
        import_suite(in->folder, read_gold_lines({in->gold, read_file(in->gold)}), &skipped),
        in->out);
    report_skipped(skipped);
  });
}

}  // namespace sluice::cli
