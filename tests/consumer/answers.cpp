/// A user's program, the same for each way to get sluice: asks, judges a prediction, and does both
/// again by the C interface.
///
///   answers DATABASES

#if __has_include(<sluice.hpp>)
#include <sluice.hpp>  // the three files
#else
#include <sluice/judge/database_image.hpp>
#include <sluice/judge/execution.hpp>
#include <sluice/sluice.hpp>
#include <sluice/suite/refuter.hpp>
#endif
#include <sluice.h>

#include <cstdio>
#include <memory>
#include <string>

namespace {

constexpr const char *question = "Which wines did the customers order?";
constexpr const char *gold = "SELECT count(*) FROM tasting_note";
constexpr const char *predicted = "SELECT count(rating) FROM tasting_note";

void ask(const std::string &folder) {
  const sluice::Retriever retriever(sluice::Catalog::make(sluice::load(folder)));
  const sluice::Answer answer = retriever.ask(question, {.budget = 8});
  for (const auto &[id, score] : answer.databases) {
    // In hexadecimal, to compare every bit.
    std::printf("%s %a\n", std::string(retriever.catalog()->database(id).name()).c_str(),
                static_cast<double>(score));
  }
  std::printf("%s\n", sluice::make_prompt(answer.subset, question).c_str());
}

void judge(const std::string &folder) {
  sluice::EvaluationItem item;
  item.database_id = "vineyard";
  item.golds = {gold};
  item.predicted = predicted;
  const sluice::SqliteFolder source(folder);
  const auto verdicts = sluice::score_execution({item}, source, {}).verdicts;
  std::printf("%s\n", verdicts[0]->right ? "right" : "wrong");

  const std::string path = source.files("vineyard").front();
  sluice::SqliteConnection file(path, sluice::SqliteConnection::Access::read);
  const sluice::Refuter refuter(std::make_shared<const sluice::Constraints>(
      sluice::Constraints::declared(sluice::load_sqlite(path), file)));
  std::printf("%s", refuter.refute(gold, predicted).script().c_str());
}

bool print_in_c(const char *folder) {
  sluice_catalog *catalog = nullptr;
  sluice_retriever *retriever = nullptr;
  sluice_subset *subset = nullptr;
  sluice_text *prompt = nullptr;
  sluice_suite *suite = nullptr;
  sluice_verdict *verdict = nullptr;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  sluice_error *error = nullptr;
  const bool done =
      sluice_catalog_load(folder, SLUICE_NUL, nullptr, &catalog, &error) == SLUICE_OK &&
      sluice_retriever_new(catalog, nullptr, &retriever, &error) == SLUICE_OK &&
      sluice_retrieve(retriever, question, SLUICE_NUL, nullptr, nullptr, &subset, &error) ==
          SLUICE_OK &&
      sluice_subset_render(subset, SLUICE_FORM_PROMPT, nullptr, &prompt, &error) == SLUICE_OK &&
      sluice_suite_open(folder, SLUICE_NUL, &suite, &error) == SLUICE_OK &&
      sluice_suite_refute(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL, predicted, SLUICE_NUL,
                          nullptr, &verdict, &error) == SLUICE_OK &&
      sluice_verdict_get(verdict, &info, &error) == SLUICE_OK;
  if (done)
    std::printf("%s\n%s%s\n", sluice_text_view(prompt).data, info.script.data, sluice_version());
  if (error != nullptr) std::fprintf(stderr, "answers: %s\n", sluice_error_message(error).data);
  sluice_error_free(error);
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
  sluice_text_free(prompt);
  sluice_subset_free(subset);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return done;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  try {
    ask(argv[1]);
    judge(argv[1]);
  } catch (const sluice::Error &error) {
    std::fprintf(stderr, "answers: %s\n", error.what());
    return 2;
  }
  return print_in_c(argv[1]) ? 0 : 2;
}
