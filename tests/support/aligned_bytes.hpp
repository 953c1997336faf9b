#ifndef SLUICE_TESTS_SUPPORT_ALIGNED_BYTES_HPP
#define SLUICE_TESTS_SUPPORT_ALIGNED_BYTES_HPP

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

namespace sluice::test {

/// A copy of bytes that is aligned like a mapped file, to a multiple of 64.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::string_view bytes)
      : blocks_((bytes.size() + sizeof(Block) - 1) / sizeof(Block)), size_(bytes.size()) {
    if (!bytes.empty()) std::memcpy(blocks_.data(), bytes.data(), bytes.size());
  }
  std::string_view view() const { return {reinterpret_cast<const char *>(blocks_.data()), size_}; }

 private:
  struct alignas(64) Block {
    std::array<char, 64> bytes;
  };
  std::vector<Block> blocks_;
  std::size_t size_;
};

}  // namespace sluice::test

#endif
