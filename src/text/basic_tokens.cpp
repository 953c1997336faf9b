#include "text/basic_tokens.hpp"

#include <utf8proc.h>

#include <array>
#include <cstdint>
#include <string>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

enum class Role : std::uint8_t { letter, blank, mark, dropped };

Role role_of_ascii(unsigned char c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return Role::blank;
  if (c < 0x20 || c == 0x7F) return Role::dropped;
  const bool digit = c >= '0' && c <= '9';
  const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  return digit || letter ? Role::letter : Role::mark;
}

constexpr std::size_t ascii = 128;
const std::array<Role, ascii> ascii_roles = [] {
  std::array<Role, ascii> roles{};
  for (unsigned char c = 0; c < ascii; ++c) roles[c] = role_of_ascii(c);
  return roles;
}();

/// The Unicode blocks that BERT treats as ideographs.
bool is_ideograph(utf8proc_int32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B820 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

Role role_of(utf8proc_int32_t c) {
  if (c < static_cast<utf8proc_int32_t>(ascii)) return ascii_roles[static_cast<std::size_t>(c)];
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return Role::blank;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_MN: return Role::dropped;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO: return Role::mark;
    default: return c == 0xFFFD ? Role::dropped : is_ideograph(c) ? Role::mark : Role::letter;
  }
}

/// Builds words and passes them to the visitor.
class Words {
 public:
  explicit Words(function_ref<void(std::string_view)> visit) : visit_(visit) {}
  void flush() {
    if (!word_.empty()) visit_(word_);
    word_.clear();
  }
  void add_ascii(unsigned char c) {
    switch (ascii_roles[c]) {
      case Role::letter: word_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c); break;
      case Role::blank: flush(); break;
      case Role::mark: {
        flush();
        const char mark = static_cast<char>(c);
        visit_(std::string_view(&mark, 1));
        break;
      }
      case Role::dropped: break;
    }
  }
  void add(utf8proc_int32_t c) {
    const Role role = role_of(c);
    if (role == Role::dropped) return;
    if (role != Role::letter) flush();
    if (role == Role::blank) return;
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(utf8proc_tolower(c), bytes.data());
    word_.append(reinterpret_cast<const char *>(bytes.data()), static_cast<std::size_t>(size));
    if (role == Role::mark) flush();
  }

 private:
  function_ref<void(std::string_view)> visit_;
  std::string word_;
};

}  // namespace

void each_basic_token(std::string_view text, function_ref<void(std::string_view token)> visit) {
  Words words(visit);
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < ascii) {
      words.add_ascii(byte);
      ++at;
      continue;
    }
    const std::size_t size = utf8_sequence_size(text.substr(at));
    if (size == 0) {
      ++at;
      continue;
    }
    utf8proc_int32_t character = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data() + at),
                     static_cast<utf8proc_ssize_t>(size), &character);
    at += size;
    // Decompose the character: its accents become marks, which are dropped.
    std::array<utf8proc_int32_t, 18> parts{};  // the longest decomposition in Unicode
    int boundary = 0;
    const auto count = utf8proc_decompose_char(character, parts.data(),
                                               static_cast<utf8proc_ssize_t>(parts.size()),
                                               UTF8PROC_DECOMPOSE, &boundary);
    if (count <= 0 || static_cast<std::size_t>(count) > parts.size()) {
      words.add(character);
      continue;
    }
    for (utf8proc_ssize_t i = 0; i < count; ++i) words.add(parts[static_cast<std::size_t>(i)]);
  }
  words.flush();
}

}  // namespace sluice::inline v0
