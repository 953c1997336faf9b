// A model's config.json, with a vocabulary and a file without tensors: the result is always an
// Error, and for a valid configuration it is about the first tensor.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/encoder.hpp"

namespace {

using namespace sluice;

const fuzz::ScratchFolder &folder() {
  static const fuzz::ScratchFolder made;
  static const bool filled = [] {
    made.put("vocab.txt", "[UNK]\n[CLS]\n[SEP]\nname\n");
    made.put("model.safetensors", std::string_view("\2\0\0\0\0\0\0\0{}", 10));
    return true;
  }();
  static_cast<void>(filled);
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  folder().put("config.json", std::string_view(reinterpret_cast<const char *>(data), size));
  for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
    try {
      Encoder::load(folder().path(), precision);
      std::abort();
    } catch (const Error &error) {
      switch (error.code()) {
        case ErrorCode::malformed:
        case ErrorCode::unsupported:
        case ErrorCode::mismatch:
        case ErrorCode::not_found: break;
        default: std::abort();
      }
    }
  }
  return 0;
}
