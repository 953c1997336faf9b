#ifndef SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace sluice::detail {

/// The bytes of static.ranker, for the static table alone, and of minilm.ranker, for
/// all-MiniLM-L6-v2 beside it, each at a border of 64; empty where the build left them out.
/// `sluice train router`, as training/README.md has it, made them of Spider's schemas and train
/// questions, of the content of 157 of its 166 databases (the others have no rows or are not
/// published), and of the databases, questions and glossary in training/.
std::array<std::string_view, 2> ranker_weights() noexcept;

}  // namespace sluice::detail

#endif
