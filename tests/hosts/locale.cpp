// A host with a German, Turkish, French or Hindi locale: the library's output is the same, byte for
// byte, as with "C".

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>
#include <string>
#include <vector>

#include "host.h"

namespace {

namespace fs = std::filesystem;

/// Locales with decimal commas, different digit grouping, and special case conversion.
constexpr std::array locales = {"de_DE", "tr_TR", "fr_FR", "hi_IN"};

bool make_locale(const fs::path &folder, const std::string &name) {
  const std::string to = (folder / (name + ".UTF-8")).string();
  const std::string command = "localedef -i " + name + " -f UTF-8 '" + to + "' >/dev/null 2>&1";
  return std::system(command.c_str()) == 0 || fs::exists(fs::path(to) / "LC_NUMERIC");
}

void write(const fs::path &path, sluice_str text) {
  std::ofstream(path, std::ios::binary).write(text.data, static_cast<std::streamsize>(text.size));
}

std::string content_of(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_suite(const std::string &sample, const fs::path &folder) {
  const std::string database = "vineyard";
  const std::string gold = "SELECT label FROM wine WHERE bottle_price > 99999.5";
  const std::string other = "SELECT avg(bottle_price) * 1.5, label FROM wine";
  const sluice_gold golds[] = {{{database.data(), database.size()}, {gold.data(), gold.size()}},
                               {{database.data(), database.size()}, {other.data(), other.size()}}};
  sluice_suite *suite = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_build(golds, 2, sample.c_str(), SLUICE_NUL, nullptr, &suite, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_save(suite, (folder / "suite").c_str(), SLUICE_NUL, &error));

  const sluice_score_item item = {
      golds[1].database, golds[1].sql, {"SELECT bottle_price * 0.5, label FROM wine", SLUICE_NUL}};
  const std::string json = folder / "score.json", csv = folder / "score.csv",
                    page = folder / "score.html";
  const sluice_str reports[] = {
      {json.data(), json.size()}, {csv.data(), csv.size()}, {page.data(), page.size()}};
  sluice_score_options scoring = SLUICE_SCORE_OPTIONS_INIT;
  scoring.items = &item;
  scoring.item_count = 1;
  scoring.official = 0;
  scoring.refute = 1;
  scoring.refute_databases = 50;
  scoring.reports = reports;
  scoring.report_count = 3;
  sluice_text *text = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_score_run(nullptr, 0, nullptr, 0, sample.c_str(), SLUICE_NUL,
                                          &scoring, &text, &error));
  write(folder / "score.text", sluice_text_view(text));
  sluice_text_free(text);

  sluice_verdict *verdict = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_judge(suite, database.c_str(), SLUICE_NUL, other.c_str(), SLUICE_NUL,
                                 "SELECT bottle_price * 0.5, label FROM wine", SLUICE_NUL, nullptr,
                                 &verdict, &error));
  write(folder / "verdict.json", sluice_verdict_json(verdict));
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
}

void write_answers(const std::string &sample, const fs::path &folder) {
  sluice_catalog *catalog = nullptr;
  sluice_retriever *retriever = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_catalog_load(sample.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  HOST_EXPECT(SLUICE_OK,
              sluice_index_build(catalog, (folder / "index").c_str(), SLUICE_NUL, nullptr, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, nullptr, &retriever, &error));
  for (const sluice_form form : {SLUICE_FORM_JSON, SLUICE_FORM_CREATE_TABLE, SLUICE_FORM_PROMPT}) {
    sluice_subset *subset = nullptr;
    sluice_text *text = nullptr;
    HOST_EXPECT(SLUICE_OK,
                sluice_retrieve(retriever, "IBAN of the buyers of wines above 12.5 percent",
                                SLUICE_NUL, nullptr, nullptr, &subset, &error));
    HOST_EXPECT(SLUICE_OK, sluice_subset_render(subset, form, nullptr, &text, &error));
    write(folder / ("subset" + std::to_string(form)), sluice_text_view(text));
    sluice_text_free(text);
    sluice_subset_free(subset);
  }
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
}

/// Writes all kinds of output of the library to a new folder.
std::vector<fs::path> write_all(const std::string &sample, const fs::path &folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_suite(sample, folder);
  write_answers(sample, folder);
  std::vector<fs::path> files;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const fs::path folder = argv[2];
  const fs::path made = folder / "locales";
  fs::create_directories(made);
  if (!std::all_of(locales.begin(), locales.end(),
                   [&](const char *name) { return make_locale(made, name); })) {
    std::puts(
        "test skipped: localedef and the sources of locales are not installed (Debian: locales)");
    return 0;
  }
  setenv("LOCPATH", made.c_str(), 1);

  const std::vector<fs::path> expected = write_all(argv[1], folder / "C");
  HOST_CHECK(expected.size() > 5);
  for (const char *name : locales) {
    std::locale::global(std::locale(std::string(name) + ".UTF-8"));
    const std::vector<fs::path> files = write_all(argv[1], folder / name);
    HOST_CHECK(files == expected);
    for (const fs::path &file : files) {
      if (content_of(folder / name / file) == content_of(folder / "C" / file)) continue;
      std::fprintf(stderr, "%s differs under %s\n", file.c_str(), name);
      ++host_failures;
    }
  }
  return host_failures == 0 ? 0 : 1;
}
