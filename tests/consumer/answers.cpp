/// A user's program, the same for each way to get sluice: asks and judges a prediction. Where the C
/// interface is installed too, it has to give the same.
///
///   answers DATABASES

#if __has_include("sluice_retrieve.hpp")
#include "sluice_judge.hpp"
#include "sluice_retrieve.hpp"
#else
#include <sluice/judge/database_image.hpp>
#include <sluice/judge/execution.hpp>
#include <sluice/sluice.hpp>
#include <sluice/suite/refuter.hpp>
#endif
#if __has_include(<sluice.h>)
#include <sluice.h>
#endif

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

namespace {

constexpr const char *question = "Which wines did the customers order?";
constexpr std::size_t columns = 8;
constexpr const char *gold = "SELECT count(*) FROM tasting_note";
constexpr const char *predicted = "SELECT count(rating) FROM tasting_note";

std::string ask(const std::string &folder) {
  const sluice::Retriever retriever(sluice::Catalog::make(sluice::load(folder)));
  const sluice::Answer answer = retriever.ask(question, {.budget = columns});
  for (const auto &[id, score] : answer.databases) {
    // In hexadecimal, to compare every bit.
    std::printf("%s %a\n", std::string(retriever.catalog()->database(id).name()).c_str(),
                static_cast<double>(score));
  }
  return sluice::make_prompt(answer.subset, question);
}

std::string judge(const std::string &folder) {
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
  return refuter.refute(gold, predicted).script();
}

#if __has_include(<sluice.h>)
bool is_same_in_c(const char *folder, const std::string &prompt, const std::string &script) {
  sluice_catalog *catalog = nullptr;
  sluice_retriever *retriever = nullptr;
  sluice_subset *subset = nullptr;
  sluice_text *text = nullptr;
  sluice_suite *suite = nullptr;
  sluice_verdict *verdict = nullptr;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  sluice_error *error = nullptr;
  sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
  options.budget = columns;
  const bool done =
      sluice_catalog_load(folder, SLUICE_NUL, nullptr, &catalog, &error) == SLUICE_OK &&
      sluice_retriever_new(catalog, nullptr, &retriever, &error) == SLUICE_OK &&
      sluice_retrieve(retriever, question, SLUICE_NUL, nullptr, &options, &subset, &error) ==
          SLUICE_OK &&
      sluice_subset_render(subset, SLUICE_FORM_PROMPT, nullptr, &text, &error) == SLUICE_OK &&
      sluice_suite_open(folder, SLUICE_NUL, &suite, &error) == SLUICE_OK &&
      sluice_suite_refute(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL, predicted, SLUICE_NUL,
                          nullptr, &verdict, &error) == SLUICE_OK &&
      sluice_verdict_get(verdict, &info, &error) == SLUICE_OK;
  const bool same = done && sluice_text_view(text).data == prompt && info.script.data == script;
  if (done && !same) std::fputs("answers: the C interface gives something else\n", stderr);
  if (error != nullptr) std::fprintf(stderr, "answers: %s\n", sluice_error_message(error).data);
  sluice_error_free(error);
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
  sluice_text_free(text);
  sluice_subset_free(subset);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return same;
}
#endif

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  try {
    const std::string prompt = ask(argv[1]);
    const std::string script = judge(argv[1]);
    std::printf("%s\n%s", prompt.c_str(), script.c_str());
#if __has_include(<sluice.h>)
    if (!is_same_in_c(argv[1], prompt, script)) return 2;
#endif
  } catch (const sluice::Error &error) {
    std::fprintf(stderr, "answers: %s\n", error.what());
    return 2;
  }
  return 0;
}
