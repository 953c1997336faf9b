#ifndef SLUICE_TESTS_FUZZ_CAPI_PROGRAM_HPP
#define SLUICE_TESTS_FUZZ_CAPI_PROGRAM_HPP

/// A program of calls in any order, as the fuzzer's bytes say.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "handles.hpp"
#include "parameters.hpp"
#include "sluice.h"

namespace sluice::fuzz {

/// One run of a program that ignores all rules.
class Program {
 public:
  explicit Program(Input input) : input_(input) {}

  void run() {
    load_json(9);
    while (!input_.empty()) step();
  }

 private:
  void step() {
    switch (input_.below(33)) {
      case 0: return load_json(9);
      case 1: return load_json(8);
      case 2: return load_ddl();
      case 3: return load_path();
      case 4: return look_up();
      case 5: return names();
      case 6: return new_mask();
      case 7: return set_mask();
      case 8: return new_retriever();
      case 9:
      case 10: return retrieve();
      case 11: return items();
      case 12:
      case 13: return render();
      case 14: return views();
      case 15: return cancellation();
      case 16: return route();
      case 17: return parse();
      case 18: return write_query();
      case 19: return compare();
      case 20: return open_suite();
      case 21: return judge();
      case 22: return verdicts();
      case 23: return open_examples();
      case 24:
      case 25: return rank();
      case 26: return answer();
      case 27: return write_files();
      case 28: return build();
      case 29:
      case 30: return add();
      case 31: return texts();
      default: return drop();
    }
  }

  /// Makes a call and checks the rules of all calls. `out` is the parameter that the call may set.
  template <class Out, class Call>
  bool succeeds(Out &out, Call call) {
    const Out before = out;
    sluice_error *error = input_.rarely() ? errors_.pick(input_) : nullptr;
    sluice_error *const held = error;
    const bool wanted = !input_.rarely();
    const sluice_status status = call(wanted ? &error : nullptr);
    if (status != SLUICE_OK) require_that(out == before);
    if (wanted && held != nullptr) {
      require_that(status == SLUICE_INVALID_ARGUMENT && error == held);
    } else if (wanted) {
      require_that((status != SLUICE_OK) == (error != nullptr));
      require_that(sluice_error_status(error) == status);
      require_that(status != SLUICE_INTERNAL);
      check_view(sluice_error_message(error));
      check_view(sluice_error_where(error));
      if (error != nullptr) errors_.put(input_, error);
    }
    check_view({sluice_status_name(status), std::strlen(sluice_status_name(status))});
    return status == SLUICE_OK;
  }

  /// Makes a call that creates a handle; sometimes `out` is NULL.
  template <class Handle, class Call>
  void make(Slots<Handle> &slots, Call call) {
    Handle *made = nullptr;
    Handle **out = input_.rarely() ? nullptr : &made;
    const bool ok = succeeds(made, [&](sluice_error **error) { return call(out, error); });
    require_that(ok == (made != nullptr));
    if (ok) slots.put(input_, made);
  }

  template <class Load>
  void load(Load call) {
    struct State {
      int destroyed = 0;
      std::uint8_t stop_at;
    } state{0, input_.rarely() ? input_.byte() : std::uint8_t{255}};
    sluice_progress progress = SLUICE_PROGRESS_INIT;
    progress.user = &state;
    progress.step = [](void *user, const char *stage, std::uint64_t done, std::uint64_t total) {
      auto &self = *static_cast<State *>(user);
      require_that(self.destroyed == 0 && stage[0] != '\0' && done <= total);
      return self.stop_at == 0 ? 1 : (--self.stop_at, 0);
    };
    progress.destroy = [](void *user) { ++static_cast<State *>(user)->destroyed; };
    const Passed<sluice_progress> passed_progress(input_, progress);

    sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
    options.samples = input_.byte();
    options.progress = passed_progress.get();
    options.before = input_.rarely() ? catalogs_.pick(input_) : nullptr;
    const Text dialect(input_, 1);
    if (input_.rarely()) options.dialect = {dialect.data(), dialect.size()};
    const Passed<sluice_load_options> passed(input_, options);
    make(catalogs_, [&](sluice_catalog **out, sluice_error **error) {
      return call(passed.get(), out, error);
    });
    const auto readable = [](std::size_t size, std::size_t least) {
      return size >= least && size <= 4096;
    };
    const bool read = readable(passed.size(), offsetof(sluice_load_options, dialect)) &&
                      readable(passed_progress.size(), sizeof progress);
    require_that(state.destroyed == (read ? 1 : 0));
  }

  // Catalogs and masks: catalog_calls.hpp
  void load_json(std::size_t usual);
  void load_ddl();
  void load_path();

  sluice_kind kind();
  std::uint32_t id() { return input_.rarely() ? SLUICE_NO_ID - input_.byte() : input_.byte() % 8U; }

  void look_up();
  void names();
  void texts();
  void new_mask();
  void set_mask();

  // Builders: builder_calls.hpp
  void build();
  void add();
  void add_table(sluice_catalog_builder *builder);
  void add_column(sluice_catalog_builder *builder);
  void add_key(sluice_catalog_builder *builder);

  // Retrieval: retrieval_calls.hpp
  void follow();
  void new_retriever();
  void retrieve();
  void cancellation();
  void route();

  // Queries and suites: suite_calls.hpp
  void parse();
  void write_query();
  void compare();
  void open_suite();
  void judge();
  /// Nothing is written, since files cannot be created below a device.
  void write_files();
  void score(const Text &path);

  // Examples and answers: answer_calls.hpp
  void open_examples();
  void rank();
  void answer();

  // Views: view_calls.hpp
  void verdicts();
  void items();
  void render();
  void views();
  void drop();

  Input input_;
  Slots<sluice_catalog> catalogs_;
  Slots<sluice_catalog_builder> builders_;
  Slots<sluice_mask> masks_;
  Slots<sluice_retriever> retrievers_;
  Slots<sluice_subset> subsets_;
  Slots<sluice_routes> routes_;
  Slots<sluice_query> queries_;
  Slots<sluice_suite> suites_;
  Slots<sluice_verdict> verdicts_;
  Slots<sluice_cancellation> cancellations_;
  Slots<sluice_examples> examples_;
  Slots<sluice_ranking> rankings_;
  Slots<sluice_text> texts_;
  Slots<sluice_error> errors_;
};

}  // namespace sluice::fuzz

#endif
