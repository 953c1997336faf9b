// A file of tensors, as given and with a corrected header size: accepted tensors are inside the
// file, do not overlap, and have the bytes of their shape.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/safetensors.hpp"
#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"

namespace {

using namespace sluice;

void read_numbers(const Safetensors &file, const Tensor &tensor,
                  const std::vector<std::size_t> &shape) {
  try {
    const std::vector<float> numbers = file.floats(tensor.name, shape);
    if (numbers.size() * sizeof(float) != tensor.bytes.size()) std::abort();
    for (const float x : numbers) {
      if (!std::isfinite(x)) std::abort();
    }
  } catch (const Error &error) {
    if (error.code() == ErrorCode::not_found) std::abort();
  }
}

void check(const std::string &path) {
  try {
    const Safetensors file(path);
    std::size_t bytes = 0;
    for (const Tensor &tensor : file.tensors()) {
      if (!file.has(tensor.name)) std::abort();
      bytes += tensor.bytes.size();
      read_numbers(file, tensor, tensor.shape);
      read_numbers(file, tensor, {1, 1});
    }
    if (bytes > 1 << 20) std::abort();  // more than the file has: some of them overlap
    file.has("");
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  folder.put("file", bytes);
  check(folder.path("file"));
  // The header ends after the last bracket; the tensors follow.
  const std::size_t header = bytes.rfind('}') + 1;
  std::string sized;
  for (int i = 0; i < 8; ++i) sized += static_cast<char>(header >> (8 * i) & 0xFF);
  folder.put("file", sized + bytes);
  check(folder.path("file"));
  return 0;
}
