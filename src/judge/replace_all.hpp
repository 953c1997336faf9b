#ifndef SLUICE_SRC_JUDGE_REPLACE_ALL_HPP
#define SLUICE_SRC_JUDGE_REPLACE_ALL_HPP

#include <string>
#include <string_view>

namespace sluice::inline v0::judge_detail {

/// Replaces each `part` of `text` with `other`, from left to right. `part` must not be empty.
std::string replace_all(std::string_view text, std::string_view part, std::string_view other);

}  // namespace sluice::inline v0::judge_detail

#endif
