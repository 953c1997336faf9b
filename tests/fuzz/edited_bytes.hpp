#ifndef SLUICE_TESTS_FUZZ_EDITED_BYTES_HPP
#define SLUICE_TESTS_FUZZ_EDITED_BYTES_HPP

/// For file formats that a fuzzer cannot discover: its input edits a valid file.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sluice::fuzz {

/// The input is a list of edits, five bytes each: the operation, the position (three bytes,
/// little-endian), and the new byte.
inline void edit(std::string &bytes, const std::uint8_t *data, std::size_t size) {
  for (std::size_t at = 0; at + 5 <= size && at < 200; at += 5) {
    const std::size_t where = data[at + 1] + data[at + 2] * 256U + data[at + 3] * 65536U;
    if (data[at] >= 250) {
      bytes.resize(std::min(where, bytes.size()));
    } else if (!bytes.empty()) {
      bytes[where % bytes.size()] = static_cast<char>(data[at + 4]);
    }
  }
}

}  // namespace sluice::fuzz

#endif
