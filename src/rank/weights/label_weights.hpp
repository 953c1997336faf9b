#ifndef SLUICE_SRC_RANK_WEIGHTS_LABEL_WEIGHTS_HPP
#define SLUICE_SRC_RANK_WEIGHTS_LABEL_WEIGHTS_HPP

#include <string_view>

namespace sluice::detail {

/// The bytes of spider.labels at a border of 64; empty where the build left them out. `sluice train
/// labels`, as training/README.md has it, made them of Spider's schemas, train questions and train
/// databases, and of the glossary in training/.
std::string_view label_weights() noexcept;

}  // namespace sluice::detail

#endif
