#ifndef SLUICE_SRC_EMBED_WEIGHTS_EMBED_FILE_HPP
#define SLUICE_SRC_EMBED_WEIGHTS_EMBED_FILE_HPP

/// SLUICE_EMBED_FILE(symbol, "path"): embeds the bytes of a file as the arrays `symbol` to
/// `symbol_end`, aligned to 64 bytes. The assembler reads the file, so that the compiler need not
/// parse megabytes of numbers.

#if defined(__APPLE__)
#define SLUICE_EMBED_SECTION ".const_data"
#define SLUICE_EMBED_NAME(symbol) "_" #symbol
#define SLUICE_EMBED_HIDE ".private_extern "
#else
#define SLUICE_EMBED_SECTION ".section .rodata"
#define SLUICE_EMBED_NAME(symbol) #symbol
#define SLUICE_EMBED_HIDE ".hidden "
#endif

// clang-format off
#define SLUICE_EMBED_FILE(symbol, path)                                 \
  __asm__(SLUICE_EMBED_SECTION "\n"                                     \
          ".balign 64\n"                                                \
          ".globl " SLUICE_EMBED_NAME(symbol) "\n"                      \
          ".globl " SLUICE_EMBED_NAME(symbol) "_end\n"                  \
          SLUICE_EMBED_HIDE SLUICE_EMBED_NAME(symbol) "\n"              \
          SLUICE_EMBED_HIDE SLUICE_EMBED_NAME(symbol) "_end\n"          \
          SLUICE_EMBED_NAME(symbol) ":\n"                               \
          ".incbin \"" path "\"\n"                                      \
          SLUICE_EMBED_NAME(symbol) "_end:\n"                           \
          ".byte 0\n"                                                   \
          ".text\n");                                                   \
  extern "C" {                                                          \
  extern const char symbol[];                                           \
  extern const char symbol##_end[];                                     \
  }
// clang-format on

#endif
