#ifndef SLUICE_SRC_CLI_TEXT_RESULT_TEXT_HPP
#define SLUICE_SRC_CLI_TEXT_RESULT_TEXT_HPP

/// Results of queries as text.

#include <string>

#include "sluice/judge/miss_kind.hpp"

namespace sluice::cli {

/// Two results side by side, with titles and their first rows.
std::string side_by_side(const std::string &left_title, const ReadResult &left_result,
                         const std::string &right_title, const ReadResult &right_result);

}  // namespace sluice::cli

#endif
