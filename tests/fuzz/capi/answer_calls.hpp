#ifndef SLUICE_TESTS_FUZZ_CAPI_ANSWER_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_ANSWER_CALLS_HPP

/// Calls that rank examples and answer questions.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::open_examples() {
  static const std::string lines = [] {
    std::string path = (std::filesystem::temp_directory_path() /
                        ("sluice_capi_fuzzer_" + std::to_string(getpid()) + ".jsonl"))
                           .string();
    sluice::write_file(
        path,
        "{\"question\": \"Which customers?\", \"db_id\": \"shop\", \"sql\": \"SELECT name FROM "
        "customer\"}\n{\"question\": \"How many rows?\", \"sql\": \"SELECT count(*) FROM t\"}\n");
    return path;
  }();
  const sluice_catalog *catalog = input_.rarely() ? nullptr : catalogs_.pick(input_);
  const sluice_mask *mask = input_.below(2) == 0 ? nullptr : masks_.pick(input_);
  if (input_.rarely()) {
    const Text path(input_, 1, "/nowhere/");
    make(examples_, [&](sluice_examples **out, sluice_error **error) {
      return sluice_examples_open(catalog, mask, path.data(), path.size(), out, error);
    });
    return;
  }
  make(examples_, [&](sluice_examples **out, sluice_error **error) {
    return sluice_examples_open(catalog, mask, lines.c_str(), SLUICE_NUL, out, error);
  });
}

inline void Program::rank() {
  const sluice_examples *examples = examples_.pick(input_);
  const Text question(input_, 0);
  const Text guess(input_, 11 + input_.below(2));
  const Text except(input_, 1);
  const sluice_str guesses[1] = {{guess.data(), guess.size()}};
  sluice_rank_options chosen = SLUICE_RANK_OPTIONS_INIT;
  chosen.count = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
  chosen.guesses = input_.rarely() ? nullptr : guesses;
  chosen.guess_count = input_.below(2);
  chosen.database = input_.below(2) == 0 ? SLUICE_NO_ID : id();
  chosen.reserved = input_.rarely() ? 1 : 0;
  if (input_.rarely()) {
    chosen.except_database = except.data();
    chosen.except_database_size = except.size();
  }
  const Passed<sluice_rank_options> options(input_, chosen);
  make(rankings_, [&](sluice_ranking **out, sluice_error **error) {
    return sluice_examples_rank(examples, question.data(), question.size(), options.get(), out,
                                error);
  });
  const sluice_ranking *ranking = rankings_.pick(input_);
  const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(3);
  const Passed<sluice_ranked> ranked(input_, sluice_ranked SLUICE_RANKED_INIT);
  int nothing = 0;
  if (succeeds(nothing, [&](sluice_error **error) {
        return sluice_ranking_item(ranking, position, ranked.get(), error);
      })) {
    require_that(position < sluice_ranking_size(ranking));
    check_view(ranked.get()->question);
    check_view(ranked.get()->database);
    check_view(ranked.get()->sql);
  }
}

inline void Program::answer() {
  struct Model {
    std::string reply;
    std::uint8_t status;
    int destroyed = 0;
  } model{input_.rarely() ? input_.bytes() : phrases[11 + input_.below(4)],
          input_.rarely() ? input_.byte() : std::uint8_t{0}};
  sluice_completer completer = SLUICE_COMPLETER_INIT;
  completer.user = &model;
  completer.complete = [](void *user, const sluice_message *messages, std::size_t count,
                          sluice_write write, void *to) {
    const auto &self = *static_cast<Model *>(user);
    require_that(self.destroyed == 0);
    for (std::size_t i = 0; i < count; ++i) {
      check_view(messages[i].role);
      check_view(messages[i].text);
    }
    write(to, self.reply.data(), self.reply.size());
    return sluice_status{self.status};
  };
  completer.destroy = [](void *user) { ++static_cast<Model *>(user)->destroyed; };
  const Passed<sluice_completer> passed_completer(input_, completer);
  sluice_answer_options chosen = SLUICE_ANSWER_OPTIONS_INIT;
  chosen.completer = passed_completer.get();
  chosen.examples = examples_.pick(input_);
  chosen.databases = input_.below(2) == 0 ? nullptr : suites_.pick(input_);
  chosen.budget = input_.below(8);
  chosen.repairs = input_.below(3);
  chosen.rows = input_.below(4);
  chosen.cancellation = cancellations_.pick(input_);
  const Passed<sluice_answer_options> options(input_, chosen);
  const sluice_retriever *retriever = retrievers_.pick(input_);
  const sluice_mask *mask = masks_.pick(input_);
  const Text question(input_, 0);
  // An unknown status of the caller's model is not a bug in the library.
  sluice_text *made = nullptr;
  sluice_error *error = nullptr;
  const sluice_status status = sluice_answer(retriever, question.data(), question.size(), mask,
                                             options.get(), &made, &error);
  require_that((status == SLUICE_OK) == (made != nullptr));
  require_that((status != SLUICE_OK) == (error != nullptr));
  require_that(status != SLUICE_INTERNAL || model.status != 0);
  check_view(sluice_text_view(made));
  check_view(sluice_error_message(error));
  sluice_error_free(error);
  sluice_text_free(made);
  const auto readable = [](std::size_t size, std::size_t least) {
    return size >= least && size <= 4096;
  };
  const bool read = readable(options.size(), sizeof chosen) &&
                    readable(passed_completer.size(), sizeof completer);
  require_that(model.destroyed == (read ? 1 : 0));
}

}  // namespace sluice::fuzz

#endif
