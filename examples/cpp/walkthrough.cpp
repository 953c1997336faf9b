/// A tour of the library: a question, the databases and columns that answer it, a prompt; the same
/// with a custom embedder; then a prediction, judged and refuted. The programs in c, go, python and
/// rust print the same.
///
///   walkthrough DATABASES

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/error.hpp"
#include "sluice/embed/callback_embedder.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/miss.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/suite/refuter.hpp"

namespace {

constexpr const char *question = "Which wines did the customers order?";
constexpr const char *database = "vineyard";
constexpr const char *gold = "SELECT count(*) FROM tasting_note";
constexpr const char *predicted = "SELECT count(rating) FROM tasting_note";

/// Counts each byte: a poor embedder, but a short one.
sluice::CallbackEmbedder byte_counts() {
  constexpr std::size_t dimensions = 64;
  return {"byte counts 1", dimensions,
          [](std::span<const std::string_view> texts, std::span<float> vectors) {
            for (float &number : vectors) number = 0;
            for (std::size_t t = 0; t < texts.size(); ++t) {
              for (const char byte : texts[t])
                ++vectors[t * dimensions + static_cast<unsigned char>(byte) % dimensions];
            }
          }};
}

void print_columns(const sluice::Subset &subset) {
  for (const sluice::SubsetColumn &column : subset.columns)
    std::printf("  %s\n", subset.catalog->path(column.id).c_str());
}

void ask(const std::shared_ptr<const sluice::Catalog> &catalog) {
  // Created once, then shared: a retriever is thread-safe.
  const sluice::Retriever retriever(catalog);
  const sluice::Answer answer = retriever.ask(question, {.budget = 8});
  std::puts("databases");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto &[id, score] = answer.databases[i];
    std::printf("  %s %.3f\n", std::string(catalog->database(id).name()).c_str(),
                static_cast<double>(score));
  }
  std::puts("columns");
  print_columns(answer.subset);
  std::printf("prompt\n%s\n", sluice::make_prompt(answer.subset, question).c_str());

  const sluice::Retriever own(catalog, sluice::index_catalog(*catalog), {},
                              sluice::AnyEmbedder(byte_counts()));
  std::puts("columns, with a custom embedder");
  print_columns(own.ask(question, {.budget = 4}).subset);
}

void judge(const std::string &folder) {
  sluice::EvaluationItem item;
  item.database_id = database;
  item.golds = {gold};
  item.predicted = predicted;
  const sluice::SqliteFolder source(folder);
  sluice::ExecutionOptions options;
  options.jobs = 1;
  const auto verdicts = sluice::score_execution({item}, source, options).verdicts;
  const auto misses = sluice::examine_misses({item}, verdicts, source, options);
  std::printf("judged: %s\n", verdicts[0]->right ? "right" : "wrong");
  if (misses[0]) std::printf("  %s\n", std::string(sluice::title_of(misses[0]->kind)).c_str());

  const std::string path = source.files(database).front();
  sluice::SqliteConnection file(path, sluice::SqliteConnection::Access::read);
  const sluice::Refuter refuter(std::make_shared<const sluice::Constraints>(
      sluice::Constraints::declared(sluice::load_sqlite(path), file)));
  const sluice::Refutation found = refuter.refute(gold, predicted);
  std::printf("looked for a counterexample: %s\n%s",
              std::string(sluice::name_of(found.verdict)).c_str(), found.script().c_str());
}

void compare() {
  const sluice::sql::DiffTree from(sluice::sql::parse(gold));
  const sluice::sql::DiffTree to(sluice::sql::parse(predicted));
  std::printf("similarity %.3f\n", sluice::sql::similarity(sluice::sql::count_edits(from, to)));
  try {
    sluice::sql::parse("SELECT label FROM wine WHERE");
  } catch (const sluice::sql::SyntaxError &error) {
    std::printf("invalid SQL at byte %zu\n", error.offset());
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: walkthrough DATABASES\n", stderr);
    return 2;
  }
  try {
    ask(sluice::Catalog::make(sluice::load(argv[1])));
    judge(argv[1]);
    compare();
  } catch (const sluice::Error &error) {
    std::fprintf(stderr, "walkthrough: %s\n", error.what());
    return 2;
  }
  return 0;
}
