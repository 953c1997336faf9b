#ifndef SLUICE_TESTS_FUZZ_CAPI_SUITE_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_SUITE_CALLS_HPP

/// Calls that parse and compare queries, and judge them on suites.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::parse() {
  const sluice_catalog *catalog = input_.rarely() ? nullptr : catalogs_.pick(input_);
  const std::uint32_t database = input_.rarely() ? id() : 0;
  const sluice_dialect dialect = input_.rarely() ? static_cast<sluice_dialect>(input_.byte())
                                                 : static_cast<sluice_dialect>(1 + input_.below(3));
  const Text sql(input_, 11 + input_.below(4));
  make(queries_, [&](sluice_query **out, sluice_error **error) {
    return sluice_query_parse(catalog, database, dialect, sql.data(), sql.size(), out, error);
  });
}

inline void Program::write_query() {
  const sluice_query *query = queries_.pick(input_);
  const auto form = static_cast<sluice_query_form>(input_.below(5));
  if (form == 4) {
    make(texts_, [&](sluice_text **out, sluice_error **error) {
      return sluice_query_reads(query, out, error);
    });
    return;
  }
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_query_text(query, form, out, error);
  });
}

inline void Program::compare() {
  const sluice_query *from = queries_.pick(input_);
  const sluice_query *to = queries_.pick(input_);
  double similarity = -1;
  double *out = input_.rarely() ? nullptr : &similarity;
  const bool ok = succeeds(similarity, [&](sluice_error **error) {
    return sluice_query_similarity(from, to, out, error);
  });
  require_that(ok ? similarity >= 0 && similarity <= 1 : similarity == -1);
  const sluice_mask *mask = masks_.pick(input_);
  int nothing = 0;
  succeeds(nothing, [&](sluice_error **error) { return sluice_query_check(from, mask, error); });
}

inline void Program::open_suite() {
  if (input_.rarely()) {
    const Text path(input_, 1, "/nowhere/");
    make(suites_, [&](sluice_suite **out, sluice_error **error) {
      return sluice_suite_open(path.data(), path.size(), out, error);
    });
    return;
  }
  const Text sql(input_, 7);
  const Text name(input_, 1);
  make(suites_, [&](sluice_suite **out, sluice_error **error) {
    return sluice_suite_open_ddl(sql.data(), sql.size(), name.data(), name.size(), out, error);
  });
}

inline void Program::judge() {
  const sluice_suite *suite = suites_.pick(input_);
  const sluice_cancellation *cancellation = cancellations_.pick(input_);
  const bool named = input_.rarely();
  const Text name(input_, 1);
  const char *database = named ? name.data() : nullptr;
  const Text gold(input_, 11);
  const Text predicted(input_, 11 + input_.below(2));
  const auto comparison =
      static_cast<sluice_comparison>(input_.rarely() ? input_.byte() : 1 + input_.below(3));
  if (input_.below(2) == 0) {
    sluice_judge_options options = SLUICE_JUDGE_OPTIONS_INIT;
    options.comparison = comparison;
    options.keep_distinct = input_.byte() % 2;
    options.plug_values = input_.byte() % 2;
    options.ties = input_.byte() % 2;
    options.steps = 10'000;
    options.seconds = input_.rarely() ? 0 : 1;
    options.cancellation = cancellation;
    const Passed<sluice_judge_options> passed(input_, options, false);
    make(verdicts_, [&](sluice_verdict **out, sluice_error **error) {
      return sluice_suite_judge(suite, database, name.size(), gold.data(), gold.size(),
                                predicted.data(), predicted.size(), passed.get(), out, error);
    });
    return;
  }
  sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
  options.comparison = comparison;
  options.mined = input_.byte() % 2;
  options.databases = input_.below(8);
  options.cancellation = cancellation;
  options.mask = input_.below(4) == 0 ? masks_.pick(input_) : nullptr;
  const Passed<sluice_refute_options> passed(input_, options, false);
  make(verdicts_, [&](sluice_verdict **out, sluice_error **error) {
    return sluice_suite_refute(suite, database, name.size(), gold.data(), gold.size(),
                               predicted.data(), predicted.size(), passed.get(), out, error);
  });
}

inline void Program::write_files() {
  const Text path(input_, 1, "/dev/null/");
  sluice_gold golds[2] = {{{"shop", 4}, {"SELECT 1", SLUICE_NUL}}, {{nullptr, 1}, {"x", 1}}};
  const std::size_t count = input_.below(3);
  const sluice_gold *given = input_.rarely() ? nullptr : golds;
  int nothing = 0;
  switch (input_.below(6)) {
    case 0: {
      sluice_index_options options = SLUICE_INDEX_OPTIONS_INIT;
      options.threads = input_.below(3);
      options.cancellation = cancellations_.pick(input_);
      const Passed<sluice_index_options> passed(input_, options);
      const sluice_catalog *catalog = catalogs_.pick(input_);
      succeeds(nothing, [&](sluice_error **error) {
        return sluice_index_build(catalog, path.data(), path.size(), passed.get(), error);
      });
      return;
    }
    case 1: {
      sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
      options.jobs = static_cast<std::uint32_t>(input_.below(3));
      options.infer_keys = static_cast<std::int32_t>(input_.below(2));
      options.cancellation = cancellations_.pick(input_);
      const Passed<sluice_suite_options> passed(input_, options);
      make(suites_, [&](sluice_suite **out, sluice_error **error) {
        return sluice_suite_build(given, count, path.data(), path.size(), passed.get(), out, error);
      });
      return;
    }
    case 2: {
      sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
      options.golds = given;
      options.gold_count = count;
      options.shards = static_cast<std::uint32_t>(input_.below(3));
      options.mutators = static_cast<sluice_mutators>(input_.below(5));
      options.data = static_cast<sluice_suite_data>(input_.below(5));
      options.resume = static_cast<std::int32_t>(input_.below(2));
      options.cancellation = cancellations_.pick(input_);
      const Passed<sluice_suite_run_options> passed(input_, options);
      const Text gold(input_, 1, "/dev/null/");
      make(texts_, [&](sluice_text **out, sluice_error **error) {
        return sluice_suite_run(gold.data(), gold.size(), path.data(), path.size(), path.data(),
                                path.size(), passed.get(), out, error);
      });
      return;
    }
    case 3: return score(path);
    case 4: {
      const sluice_suite *suite = suites_.pick(input_);
      const std::size_t position = input_.below(3);
      const Passed<sluice_skipped> skipped(input_, sluice_skipped SLUICE_SKIPPED_INIT);
      if (succeeds(nothing, [&](sluice_error **error) {
            return sluice_suite_skipped(suite, position, skipped.get(), error);
          })) {
        require_that(position < sluice_suite_skipped_count(suite));
        check_view(skipped.get()->where);
        check_view(skipped.get()->reason);
      }
      succeeds(nothing, [&](sluice_error **error) {
        return sluice_suite_save(suite, path.data(), path.size(), error);
      });
      return;
    }
    default:
      make(texts_, [&](sluice_text **out, sluice_error **error) {
        return sluice_audit(path.data(), path.size(), given, count, nullptr, out, error);
      });
  }
}

inline void Program::score(const Text &path) {
  const Text gold(input_, 11 + input_.below(2));
  const Text predicted(input_, 11 + input_.below(2));
  const sluice_score_item items[1] = {
      {{"shop", 4}, {gold.data(), gold.size()}, {predicted.data(), predicted.size()}}};
  const sluice_str reports[1] = {{path.data(), path.size()}};
  sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
  options.items = input_.rarely() ? nullptr : items;
  options.item_count = input_.below(2);
  options.comparison = static_cast<sluice_comparison>(input_.below(8));
  options.kind = static_cast<sluice_score_kind>(input_.below(5));
  options.official = static_cast<std::int32_t>(input_.below(2));
  options.refute = static_cast<std::int32_t>(input_.below(2));
  options.refute_databases = input_.below(8);
  options.jobs = 1;
  options.steps = 100'000;
  options.reports = input_.rarely() ? reports : nullptr;
  options.report_count = input_.rarely() ? 1 : 0;
  options.cancellation = cancellations_.pick(input_);
  static const std::string databases = [] {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("sluice_capi_fuzzer_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    sluice::SqliteConnection made = sluice::SqliteConnection::scratch("shop");
    made.run_script("CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
                    "INSERT INTO customer VALUES (1, 'Zoe'), (2, NULL);");
    sluice::write_file((folder / "shop.sqlite").string(), made.image());
    return folder.string();
  }();
  const Passed<sluice_score_options> passed(input_, options);
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_score_run(nullptr, 0, nullptr, 0, databases.c_str(), SLUICE_NUL, passed.get(),
                            out, error);
  });
}

}  // namespace sluice::fuzz

#endif
