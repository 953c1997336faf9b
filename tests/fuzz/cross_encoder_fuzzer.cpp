// Modified cross-encoder files with corrected checksums: an accepted file is written again with the
// same bytes, and can be added to an encoder's matrices.
//
// The input is a list of edits to a small file.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_bytes.hpp"
#include "forged_segment.hpp"
#include "sluice/core/error.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "support/aligned_bytes.hpp"

namespace {

using namespace sluice;

/// Returns one layer of width 2 and rank 1, in the format of LowRankUpdate::bytes.
std::string update() {
  std::string bytes;
  const auto add = [&bytes](const auto &numbers) {
    bytes.append(reinterpret_cast<const char *>(numbers.data()),
                 numbers.size() * sizeof numbers[0]);
  };
  const std::vector<std::uint32_t> outputs{6, 2, 4, 2}, inputs{2, 2, 2, 4};
  add(std::vector<std::uint32_t>{4});
  for (std::size_t m = 0; m < 4; ++m) add(std::vector<std::uint32_t>{inputs[m], outputs[m], 1});
  for (std::size_t m = 0; m < 4; ++m) {
    add(std::vector<float>{0.5F});
    add(std::vector<std::int8_t>(inputs[m], 3));
    add(std::vector<float>(outputs[m], 0.25F));
    add(std::vector<std::int8_t>(outputs[m], 5));
  }
  return bytes;
}

std::string original() {
  return CrossEncoderModel{"edits", LowRankUpdate::parse(update()), {1, -1}, 0.5F}.bytes();
}

void use(const CrossEncoderModel &model) {
  if (CrossEncoderModel::parse(test::AlignedBytes(model.bytes()).view(), "again")->bytes() !=
      model.bytes()) {
    std::abort();
  }
  std::vector<float> weight(12);
  for (std::size_t matrix = 0; matrix < 5; ++matrix) {
    try {
      model.update.add_to(matrix, 2, weight);
    } catch (const Error &) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::string file = original();
  std::string bytes = file;
  fuzz::edit(bytes, data, size);
  fuzz::forge(bytes);
  try {
    use(*CrossEncoderModel::parse(test::AlignedBytes(bytes).view(), "file"));
  } catch (const Error &) {
    if (size == 0) std::abort();
  }
  return 0;
}
