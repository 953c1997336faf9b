#ifndef SLUICE_SRC_EMBED_SAFETENSORS_HPP
#define SLUICE_SRC_EMBED_SAFETENSORS_HPP

/// Reads the tensors of a .safetensors file, mapped into memory. Source: the format's specification
/// (huggingface/safetensors): 8 bytes with the header size, a JSON header, the bytes of the
/// tensors.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"

namespace sluice::inline v0 {

/// One tensor; `bytes` points into the mapped file.
struct Tensor {
  std::string name;
  std::string type;  ///< "F32", "I8" …
  std::vector<std::size_t> shape;
  std::string_view bytes;
};

/// A file of named tensors. Immutable. Thread-safe. Views stay valid as long as the object.
class Safetensors {
 public:
  /// Throws Error: not_found, io, malformed (naming the file and, if possible, the tensor): the
  /// header is not valid JSON or longer than the file; a tensor is out of bounds, overlaps another,
  /// or has a number of bytes that does not match its shape.
  explicit Safetensors(const std::string &path);

  std::span<const Tensor> tensors() const noexcept { return tensors_; }
  /// The numbers of a tensor of 32-bit floats. Throws Error: not_found, malformed (another shape,
  /// or a number that is not finite), unsupported (another type).
  std::vector<float> floats(std::string_view name, std::span<const std::size_t> shape) const;
  bool has(std::string_view name) const noexcept { return find(name) != nullptr; }

 private:
  const Tensor *find(std::string_view name) const noexcept;

  std::string path_;
  MappedFile file_;
  std::vector<Tensor> tensors_;  // sorted by name
};

}  // namespace sluice::inline v0

#endif
