#include "standard_input.hpp"

#include <iostream>
#include <iterator>

#include "sluice/core/error.hpp"

namespace sluice::cli {

std::string read_standard_input() {
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  if (std::cin.bad()) throw Error(ErrorCode::io, "cannot be read", {"standard input"});
  return text;
}

}  // namespace sluice::cli
