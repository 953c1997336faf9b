#ifndef SLUICE_TESTS_FUZZ_FORGED_SEGMENT_HPP
#define SLUICE_TESTS_FUZZ_FORGED_SEGMENT_HPP

/// Checksums detect accidents, not attacks: a forged segment file has correct checksums, so the
/// fuzzer corrects them, too.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::fuzz {

/// Corrects magic, version and checksums of a segment file, in the layout of segment_file.hpp.
inline void forge(std::string &file) {
  constexpr std::size_t header_size = 32;
  constexpr std::size_t entry_size = 32;
  if (file.size() < header_size) return;
  const char version = file[6] == 2 ? '\2' : '\1';
  file.replace(0, 8, std::string_view("SLUICE\0\0", 8));
  file[6] = version;
  const auto number_at = [&](std::size_t at, auto number) {
    std::memcpy(&number, file.data() + at, sizeof number);
    return number;
  };
  const auto put = [&](std::size_t at, std::uint64_t number) {
    std::memcpy(file.data() + at, &number, sizeof number);
  };
  const std::size_t room = (file.size() - header_size) / entry_size;
  const std::size_t sections = std::min<std::size_t>(number_at(12, std::uint32_t{0}), room);
  for (std::size_t s = 0; s < sections; ++s) {
    const std::size_t entry = header_size + s * entry_size;
    const auto offset = number_at(entry + 8, std::uint64_t{0});
    const auto size = number_at(entry + 16, std::uint64_t{0});
    if (offset > file.size() || size > file.size() - offset) continue;
    std::string_view checked = std::string_view(file).substr(offset, size);
    if (number_at(entry + 4, std::uint32_t{0}) == CheckedSection::block_size) {
      const std::size_t list = (offset + size + 7) / 8 * 8;
      const std::size_t blocks =
          (size + CheckedSection::block_size - 1) / CheckedSection::block_size;
      if (list > file.size() || blocks * 8 > file.size() - list) continue;
      for (std::size_t b = 0; b < blocks; ++b) {
        put(list + b * 8,
            hash64(checked.substr(b * CheckedSection::block_size, CheckedSection::block_size)));
      }
      checked = std::string_view(file).substr(list, blocks * 8);
    }
    put(entry + 24, hash64(checked));
  }
  put(24, 0);
  const std::string_view start(file);
  put(24, hash64(start.substr(header_size, sections * entry_size),
                 hash64(start.substr(0, header_size))));
}

}  // namespace sluice::fuzz

#endif
