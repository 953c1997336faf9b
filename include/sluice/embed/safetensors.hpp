#ifndef SLUICE_EMBED_SAFETENSORS_HPP
#define SLUICE_EMBED_SAFETENSORS_HPP

/// Tensors of a .safetensors file, mapped into memory. Source: the format's specification
/// (huggingface/safetensors): 8 bytes of header size, a JSON header, the tensors' bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"

namespace sluice {

/// One tensor; its bytes lie in the file's memory.
struct Tensor {
  std::string name;
  std::string type;  ///< "F32", "I8" …
  std::vector<std::size_t> shape;
  std::string_view bytes;
};

/// A file of named tensors. Immutable; any threads at once. Views stay valid while it lives.
class Safetensors {
 public:
  /// Throws Error: not_found, io, malformed (naming the file, and the tensor where one is wrong):
  /// the header is no JSON or longer than the file, a tensor reaches outside, overlaps another, or
  /// has more or fewer bytes than its shape asks for.
  explicit Safetensors(const std::string &path);

  std::span<const Tensor> tensors() const noexcept { return tensors_; }
  /// The numbers of a tensor of 32-bit floats. Throws Error: not_found, malformed (another shape,
  /// a number that is not finite), unsupported (another type).
  std::vector<float> floats(std::string_view name, std::span<const std::size_t> shape) const;
  bool has(std::string_view name) const noexcept { return find(name) != nullptr; }

 private:
  const Tensor *find(std::string_view name) const noexcept;

  std::string path_;
  MappedFile file_;
  std::vector<Tensor> tensors_;  // sorted by name
};

}  // namespace sluice

#endif
