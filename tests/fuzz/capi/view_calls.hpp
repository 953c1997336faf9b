#ifndef SLUICE_TESTS_FUZZ_CAPI_VIEW_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_VIEW_CALLS_HPP

/// Calls that read results, and releases.

#include <cstddef>
#include <cstdint>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::verdicts() {
  const sluice_verdict *verdict = verdicts_.pick(input_);
  check_view(sluice_verdict_json(verdict));
  const Passed<sluice_verdict_info> info(input_, sluice_verdict_info SLUICE_VERDICT_INFO_INIT);
  int nothing = 0;
  if (!succeeds(nothing, [&](sluice_error **error) {
        return sluice_verdict_get(verdict, info.get(), error);
      })) {
    return;
  }
  const sluice_verdict_info &said = *info.get();
  for (const sluice_str text : {said.name, said.kind, said.title, said.message, said.script})
    check_view(text);
  require_that(said.verdict >= SLUICE_RIGHT && said.verdict <= SLUICE_NOT_REFUTED);
}

inline void Program::items() {
  const sluice_subset *subset = subsets_.pick(input_);
  const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(8);
  const Passed<sluice_item> item(input_, sluice_item SLUICE_ITEM_INIT);
  int nothing = 0;
  if (!succeeds(nothing, [&](sluice_error **error) {
        return sluice_subset_item(subset, position, item.get(), error);
      })) {
    return;
  }
  require_that(position < sluice_subset_size(subset));
  const sluice_item &filled = *item.get();
  check_view(filled.database);
  check_view(filled.table);
  check_view(filled.column);
  for (std::uint32_t r = 0; r < filled.reason_count; ++r) {
    check_view(filled.reasons[r].kind);
    check_view(filled.reasons[r].text);
  }
}

inline void Program::render() {
  const sluice_subset *subset = subsets_.pick(input_);
  const sluice_form form = input_.rarely() ? static_cast<sluice_form>(input_.byte()) - 128
                                           : static_cast<sluice_form>(1 + input_.below(4));
  sluice_render_options chosen = SLUICE_RENDER_OPTIONS_INIT;
  chosen.token_budget = input_.rarely() ? SLUICE_UNLIMITED : input_.byte();
  chosen.samples = input_.rarely() ? SIZE_MAX : input_.below(4);
  const Passed<sluice_render_options> options(input_, chosen);
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_subset_render(subset, form, options.get(), out, error);
  });
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_subset_doubts(subset, out, error);
  });
}

inline void Program::views() {
  check_view(sluice_text_view(texts_.pick(input_)));
  sluice_error *error = errors_.pick(input_);
  check_view(sluice_error_message(error));
  check_view(sluice_error_where(error));
  require_that((error == nullptr) == (sluice_error_status(error) == SLUICE_OK));
}

inline void Program::drop() {
  switch (input_.below(14)) {
    case 11: return examples_.put(input_, nullptr);
    case 12: return rankings_.put(input_, nullptr);
    case 13: return builders_.put(input_, nullptr);
    case 6: return routes_.put(input_, nullptr);
    case 7: return queries_.put(input_, nullptr);
    case 8: return suites_.put(input_, nullptr);
    case 9: return verdicts_.put(input_, nullptr);
    case 10: return cancellations_.put(input_, nullptr);
    case 0: return catalogs_.put(input_, nullptr);
    case 1: return masks_.put(input_, nullptr);
    case 2: return retrievers_.put(input_, nullptr);
    case 3: return subsets_.put(input_, nullptr);
    case 4: return texts_.put(input_, nullptr);
    default: return errors_.put(input_, nullptr);
  }
}

}  // namespace sluice::fuzz

#endif
