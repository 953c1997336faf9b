#ifndef SLUICE_TEXT_WORD_PARTS_HPP
#define SLUICE_TEXT_WORD_PARTS_HPP

/// The borders inside one written word.

#include <string_view>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// Calls `visit` with the parts of a word: "HTTPServer2" → HTTP, Server, 2.
/// ASCII case and digits make borders; other letters join what stands before them.
void each_part(std::string_view word, bool split_case, bool split_digits,
               function_ref<void(std::string_view part)> visit);

}  // namespace sluice::detail

#endif
