#include "prompt/tokens.hpp"

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

enum class Run { letters, digits, beyond_ascii, none };

Run run_of(char c) {
  if (is_ascii_letter(c)) return Run::letters;
  if (is_ascii_digit(c)) return Run::digits;
  return static_cast<unsigned char>(c) >= 0x80 ? Run::beyond_ascii : Run::none;
}

std::size_t bytes_per_token(Run run) {
  switch (run) {
    case Run::letters: return 5;
    case Run::digits: return 3;
    case Run::beyond_ascii: return 2;
    case Run::none: return 1;
  }
  return 1;
}

}  // namespace

std::size_t estimate_tokens(std::string_view text) noexcept {
  std::size_t tokens = 0;
  Run run = Run::none;
  std::size_t length = 0;
  for (const char c : text) {
    const Run here = run_of(c);
    length = here == run ? length + 1 : 1;
    run = here;
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank && (length - 1) % bytes_per_token(run) == 0) ++tokens;
  }
  return tokens;
}

}  // namespace sluice::inline v0
