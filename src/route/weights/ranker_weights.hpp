#ifndef SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace sluice::detail {

/// The bytes of static.ranker, for the static table alone, and of minilm.ranker, for
/// all-MiniLM-L6-v2 beside it, each at a border of 64; empty where the build left them out.
/// `sluice train router --tables tables.json.gz --pairs train.jsonl.gz --content databases`, the
/// second with `--encoder` beside it, made them of Spider's schemas and train questions, and of the
/// content of 157 of its 166 databases: the others have no rows or are not published.
std::array<std::string_view, 2> ranker_weights() noexcept;

}  // namespace sluice::detail

#endif
