/// Calls of the C interface in any order, with NULL for any parameter, wrong sizes and arbitrary
/// text, over small catalogs in memory. Does not fuzz releasing a handle twice or using it after
/// release.

#include <cstddef>
#include <cstdint>

// Includes the sources of the C library, so that they are instrumented.
#include "../../capi/answer.cpp"
#include "../../capi/audit.cpp"
#include "../../capi/cancellation.cpp"
#include "../../capi/catalog.cpp"
#include "../../capi/catalog_builder.cpp"
#include "../../capi/catalog_text.cpp"
#include "../../capi/embedder.cpp"
#include "../../capi/error.cpp"
#include "../../capi/examples.cpp"
#include "../../capi/library.cpp"
#include "../../capi/mask.cpp"
#include "../../capi/options.cpp"
#include "../../capi/query.cpp"
#include "../../capi/retriever.cpp"
#include "../../capi/routes.cpp"
#include "../../capi/score_run.cpp"
#include "../../capi/subset.cpp"
#include "../../capi/suite.cpp"
#include "../../capi/suite_run.cpp"
#include "../../capi/text.cpp"
#include "../../capi/verdict.cpp"

#include "capi/answer_calls.hpp"
#include "capi/builder_calls.hpp"
#include "capi/catalog_calls.hpp"
#include "capi/program.hpp"
#include "capi/retrieval_calls.hpp"
#include "capi/suite_calls.hpp"
#include "capi/view_calls.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  sluice::fuzz::Program(sluice::fuzz::Input(data, size)).run();
  return 0;
}
