#ifndef SLUICE_TESTS_HOSTS_SMALL_STACK_CALLS_HPP
#define SLUICE_TESTS_HOSTS_SMALL_STACK_CALLS_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "host.h"

namespace sluice::test {

/// Calls that take two queries or an answer, on the current stack.
class Calls {
 protected:
  Calls(std::string sample, std::string own) : sample_(std::move(sample)), own_(std::move(own)) {}

  static void judge(const sluice_suite *suite, const char *database, const std::string &gold,
                    const std::string &predicted) {
    sluice_verdict *verdict = nullptr;
    HOST_EXPECT(SLUICE_OK,
                sluice_suite_judge(suite, database, SLUICE_NUL, gold.data(), gold.size(),
                                   predicted.data(), predicted.size(), nullptr, &verdict, &error));
    look_at(verdict);
  }

  static void refute(const sluice_suite *suite, const char *database, const std::string &gold,
                     const std::string &predicted, std::uint64_t databases) {
    sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
    options.databases = databases;
    sluice_verdict *verdict = nullptr;
    HOST_EXPECT(SLUICE_OK, sluice_suite_refute(suite, database, SLUICE_NUL, gold.data(),
                                               gold.size(), predicted.data(), predicted.size(),
                                               &options, &verdict, &error));
    look_at(verdict);
  }

  /// With pages and counterexamples. SQL that the official script cannot read ends it.
  sluice_status score(const std::string &databases, const char *database, const std::string &gold,
                      const std::string &predicted, sluice_score_kind kind,
                      sluice_error **error) const {
    const std::string page = own_ + "/score.html", tables = own_ + "/tables.json";
    const sluice_score_item item = {{database, std::strlen(database)},
                                    {gold.data(), gold.size()},
                                    {predicted.data(), predicted.size()}};
    const sluice_str report = {page.data(), page.size()};
    sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
    options.items = &item;
    options.item_count = 1;
    options.kind = kind;
    options.refute = kind == SLUICE_SCORE_EXECUTION ? 1 : 0;
    options.refute_databases = 3;
    options.reports = &report;
    options.report_count = 1;
    if (kind == SLUICE_SCORE_MATCH) options.tables = {tables.data(), tables.size()};
    sluice_text *text = nullptr;
    const sluice_status status = sluice_score_run(nullptr, 0, nullptr, 0, databases.data(),
                                                  databases.size(), &options, &text, error);
    sluice_text_free(text);
    return status;
  }

  static void look_at(sluice_verdict *verdict) {
    sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
    HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
    HOST_CHECK(sluice_verdict_json(verdict).size > 0);
    sluice_verdict_free(verdict);
  }

  void rank(const std::string &database, const std::string &sql, const std::string &guessed) const {
    const std::string path = own_ + "/examples.jsonl";
    std::FILE *file = std::fopen(path.c_str(), "w");
    HOST_CHECK(file != nullptr);
    if (file == nullptr) return;
    std::fprintf(file, "{\"question\": \"Which are old?\", \"sql\": \"%s\", \"db_id\": \"%s\"}\n",
                 sql.c_str(), database.c_str());
    std::fclose(file);
    sluice_examples *examples = nullptr;
    sluice_ranking *ranking = nullptr;
    if (sluice_examples_open(nullptr, nullptr, path.c_str(), SLUICE_NUL, &examples, nullptr) !=
        SLUICE_OK) {
      return;
    }
    const sluice_str guess = {guessed.data(), guessed.size()};
    sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
    options.guesses = &guess;
    options.guess_count = 1;
    HOST_EXPECT(SLUICE_OK, sluice_examples_rank(examples, "Which are young?", SLUICE_NUL, &options,
                                                &ranking, &error));
    sluice_ranked ranked = SLUICE_RANKED_INIT;
    if (sluice_ranking_size(ranking) > 0)
      HOST_EXPECT(SLUICE_OK, sluice_ranking_item(ranking, 0, &ranked, &error));
    sluice_ranking_free(ranking);
    sluice_examples_release(examples);
  }

  /// As if a language model had written it.
  void answer(const std::string &sql) const {
    sluice_completer completer = SLUICE_COMPLETER_INIT;
    completer.user = const_cast<std::string *>(&sql);
    completer.complete = [](void *user, const sluice_message *, std::size_t, sluice_write write,
                            void *to) -> sluice_status {
      const std::string text = "```sql\n" + *static_cast<std::string *>(user) + "\n```";
      write(to, text.data(), text.size());
      return SLUICE_OK;
    };
    sluice_answer_options options = SLUICE_ANSWER_OPTIONS_INIT;
    options.completer = &completer;
    options.databases = suite_;
    sluice_text *text = nullptr;
    sluice_answer(retriever_, "what is b of t", SLUICE_NUL, nullptr, &options, &text, nullptr);
    sluice_text_free(text);
  }

  std::string sample_, own_, file_;
  sluice_catalog *catalog_ = nullptr;
  sluice_suite *suite_ = nullptr;
  sluice_retriever *retriever_ = nullptr;
};

}  // namespace sluice::test

#endif
