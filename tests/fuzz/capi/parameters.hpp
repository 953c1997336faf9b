#ifndef SLUICE_TESTS_FUZZ_CAPI_PARAMETERS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_PARAMETERS_HPP

/// Parameters of calls, chosen by the fuzzer's bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "sluice.h"

namespace sluice::fuzz {

/// The fuzzer's bytes, consumed one decision at a time; zeros after the end.
class Input {
 public:
  Input(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::size_t below(std::size_t bound) { return byte() % bound; }
  /// True with low probability, so that most calls pass their first check.
  bool rarely() { return byte() % 16 == 15; }
  std::string bytes() {
    std::string text(below(64), '\0');
    for (char &c : text) c = static_cast<char>(byte());
    return text;
  }

 private:
  const std::uint8_t *data_;
  std::size_t size_;
};

inline constexpr std::array<const char *, 15> phrases{
    "Which customers bought wine?",
    "shop",
    "shop.customer",
    "SHOP.customer.name",
    "a.b.c.d",
    "Buyers(name, wine)\n2: Orders(date)",
    "[\"Buyers(name)\", {\"table\": \"Orders\", \"columns\": [\"date\"]}]",
    "CREATE TABLE t (a INT PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'wine');",
    "[]",
    "{\"databases\": [{\"name\": \"shop\", \"tables\": [{\"name\": \"customer\", \"columns\": "
    "[{\"name\": \"id\"}, {\"name\": \"name\"}]}, {\"name\": \"wine\", \"columns\": "
    "[{\"name\": \"id\"}]}]}, {\"name\": \"a.b\", \"tables\": [{\"name\": \"c\", "
    "\"columns\": [{\"name\": \"d\"}]}]}]}",
    "",
    "SELECT count(*) FROM t",
    "SELECT count(b) FROM t",
    "SELECT name FROM customer WHERE id = 7",
    "SELECT T1.name, x FROM customer AS T1 JOIN wine ON wine.id = T1.id ORDER BY"};

/// A string parameter, in memory that ends with the string.
class Text {
 public:
  Text(Input &input, std::size_t usual, const std::string &prefix = {}) {
    if (input.rarely()) {
      size_ = input.rarely() ? SLUICE_NUL : input.below(8);
      return;  // NULL, of any size
    }
    const std::string text =
        prefix + (input.rarely() ? input.bytes() : phrases[pick(input, usual)]);
    const bool terminated = input.below(2) == 0;
    const std::size_t held = text.size() + (terminated ? 1 : 0);
    memory_ = std::make_unique<char[]>(std::max<std::size_t>(held, 1));
    std::memcpy(memory_.get(), text.data(), text.size());
    if (terminated) memory_[text.size()] = '\0';
    size_ = terminated ? SLUICE_NUL : text.size();
  }

  const char *data() const { return memory_.get(); }
  std::size_t size() const { return size_; }

 private:
  static std::size_t pick(Input &input, std::size_t usual) {
    return input.rarely() ? input.below(phrases.size()) : usual;
  }

  std::unique_ptr<char[]> memory_;
  std::size_t size_ = 0;
};

/// A struct parameter: NULL, valid, or with a wrong size, in memory that ends at that size, if the
/// size is possible.
template <class Struct>
class Passed {
 public:
  Passed(Input &input, Struct filled, bool may_be_null = true) {
    if (may_be_null && input.below(4) == 0) return;
    std::size_t size = sizeof(Struct);
    if (input.rarely()) size = input.below(2 * sizeof(Struct));
    const bool absurd = input.rarely();
    const std::size_t held = absurd ? sizeof(std::size_t) : std::max(size, sizeof(std::size_t));
    memory_ = std::make_unique<unsigned char[]>(held);
    std::memcpy(memory_.get(), &filled, std::min(held, sizeof filled));
    if (held > sizeof filled && input.below(2) == 0) memory_[held - 1] = input.byte();
    if (absurd) size = SIZE_MAX - input.byte();
    std::memcpy(memory_.get(), &size, sizeof size);
  }

  Struct *get() const { return reinterpret_cast<Struct *>(memory_.get()); }
  std::size_t size() const {
    std::size_t size = 0;
    if (memory_) std::memcpy(&size, memory_.get(), sizeof size);
    return size;
  }

 private:
  std::unique_ptr<unsigned char[]> memory_;
};

}  // namespace sluice::fuzz

#endif
