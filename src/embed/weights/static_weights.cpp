#include "static_weights.hpp"

#if defined(SLUICE_STATIC_TABLE)

// The assembler reads the file: no compiler has to parse megabytes of numbers.
#if defined(__APPLE__)
#define SLUICE_SECTION ".const_data"
#define SLUICE_SYMBOL "_sluice_static_table"
#define SLUICE_HIDE ".private_extern "
#else
#define SLUICE_SECTION ".section .rodata"
#define SLUICE_SYMBOL "sluice_static_table"
#define SLUICE_HIDE ".hidden "
#endif

__asm__(SLUICE_SECTION "\n"
                       ".balign 64\n"
                       ".globl " SLUICE_SYMBOL "\n"
                       ".globl " SLUICE_SYMBOL "_end\n" SLUICE_HIDE SLUICE_SYMBOL
                       "\n" SLUICE_HIDE SLUICE_SYMBOL "_end\n" SLUICE_SYMBOL ":\n"
                       ".incbin \"" SLUICE_STATIC_TABLE "\"\n" SLUICE_SYMBOL "_end:\n"
                       ".byte 0\n"
                       ".text\n");

extern "C" {
extern const char sluice_static_table[];
extern const char sluice_static_table_end[];
}

namespace sluice::detail {

std::string_view static_weights() noexcept {
  return {sluice_static_table,
          static_cast<std::size_t>(sluice_static_table_end - sluice_static_table)};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

std::string_view static_weights() noexcept { return {}; }

}  // namespace sluice::detail

#endif
