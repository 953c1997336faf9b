#include "embed/safetensors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t size_bytes = 8;
constexpr std::size_t longest_header = std::size_t{100} << 20;  // the limit in the specification

std::size_t bytes_of(std::string_view type) {
  for (const std::string_view eight : {"F64", "I64", "U64"}) {
    if (type == eight) return 8;
  }
  for (const std::string_view four : {"F32", "I32", "U32"}) {
    if (type == four) return 4;
  }
  for (const std::string_view two : {"F16", "BF16", "I16", "U16"}) {
    if (type == two) return 2;
  }
  for (const std::string_view one : {"I8", "U8", "BOOL", "F8_E4M3", "F8_E5M2"}) {
    if (type == one) return 1;
  }
  return 0;
}

std::size_t as_size(const JsonValue &value) {
  const std::int64_t number = value.as_integer();
  if (number < 0) throw Error(ErrorCode::malformed, "a size below 0", value.place());
  return static_cast<std::size_t>(number);
}

Tensor read_tensor(std::string_view name, const JsonValue &entry, std::string_view data) {
  Tensor tensor;
  tensor.name = name;
  tensor.type = entry.at("dtype").as_string();
  const auto refuse = [&](std::string_view why) {
    throw Error(ErrorCode::malformed, "tensor \"" + std::string(name) + "\" " + std::string(why),
                entry.place());
  };
  std::size_t bytes = bytes_of(tensor.type);
  if (bytes == 0) refuse("has the unknown type " + tensor.type);
  for (const JsonValue extent : entry.at("shape")) {
    tensor.shape.push_back(as_size(extent));
    if (__builtin_mul_overflow(bytes, tensor.shape.back(), &bytes))
      refuse("is larger than any file");
  }
  const JsonValue offsets = entry.at("data_offsets");
  if (offsets.size() != 2) refuse("needs two data_offsets");
  auto offset = offsets.begin();
  const std::size_t begin = as_size(*offset);
  ++offset;
  const std::size_t end = as_size(*offset);
  if (begin > end || end > data.size()) refuse("reaches outside the file");
  if (end - begin != bytes) {
    refuse("has " + std::to_string(end - begin) + " bytes, but its shape requires " +
           std::to_string(bytes));
  }
  tensor.bytes = data.substr(begin, bytes);
  return tensor;
}

}  // namespace

Safetensors::Safetensors(const std::string &path) : path_(path), file_(path) {
  const std::string_view bytes = file_.bytes();
  std::uint64_t header_size = 0;
  if (bytes.size() >= size_bytes) {
    for (std::size_t i = 0; i < size_bytes; ++i) {
      header_size |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
  }
  if (bytes.size() < size_bytes || header_size > longest_header ||
      header_size > bytes.size() - size_bytes) {
    throw Error(ErrorCode::malformed, "is not a safetensors file: the header does not fit into it",
                {path, 0, 0});
  }
  const std::string_view header = bytes.substr(size_bytes, header_size);
  const std::string_view data = bytes.substr(size_bytes + header_size);
  const JsonDocument document = JsonDocument::parse(header, path);
  document.root().each_member([&](std::string_view name, JsonValue entry) {
    if (name != "__metadata__") tensors_.push_back(read_tensor(name, entry, data));
  });
  const auto place = [](const Tensor &tensor) { return tensor.bytes.data(); };
  std::ranges::sort(tensors_, {}, place);
  for (std::size_t i = 1; i < tensors_.size(); ++i) {
    if (tensors_[i - 1].bytes.data() + tensors_[i - 1].bytes.size() > tensors_[i].bytes.data()) {
      throw Error(ErrorCode::malformed,
                  "tensor \"" + tensors_[i].name + "\" overlaps \"" + tensors_[i - 1].name + '"',
                  {path, 0, 0});
    }
  }
  std::ranges::sort(tensors_, {}, &Tensor::name);
  const auto twice = std::ranges::adjacent_find(tensors_, {}, &Tensor::name);
  if (twice != tensors_.end()) {
    throw Error(ErrorCode::malformed, "tensor \"" + twice->name + "\" occurs twice", {path, 0, 0});
  }
}

const Tensor *Safetensors::find(std::string_view name) const noexcept {
  const auto found = std::ranges::lower_bound(
      tensors_, name, {}, [](const Tensor &t) { return std::string_view(t.name); });
  return found != tensors_.end() && found->name == name ? &*found : nullptr;
}

std::vector<float> Safetensors::floats(std::string_view name,
                                       std::span<const std::size_t> shape) const {
  const Tensor *tensor = find(name);
  const auto fail = [&](ErrorCode code, std::string_view why) {
    throw Error(code, "tensor \"" + std::string(name) + "\" " + std::string(why), {path_, 0, 0});
  };
  if (tensor == nullptr) fail(ErrorCode::not_found, "is missing");
  if (tensor->type != "F32")
    fail(ErrorCode::unsupported, "has type " + tensor->type + ", expected F32");
  if (!std::ranges::equal(tensor->shape, shape))
    fail(ErrorCode::malformed, "has a different shape than config.json says");
  std::vector<float> numbers(tensor->bytes.size() / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor->bytes.data(), tensor->bytes.size());
  if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); })) {
    fail(ErrorCode::malformed, "contains a number that is not finite");
  }
  return numbers;
}

}  // namespace sluice::inline v0
