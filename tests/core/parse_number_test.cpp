#include "core/parse_number.hpp"

#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "support/support.hpp"

namespace {

constexpr double untouched = 7;

struct Reading {
  std::ptrdiff_t size = 0;
  std::errc error{};
  double number = untouched;

  bool operator==(const Reading &other) const noexcept {
    return size == other.size && error == other.error &&
           std::memcmp(&number, &other.number, sizeof number) == 0;
  }
};

template <class Read>
Reading reading(std::string_view text, Read read) {
  Reading result;
  const auto [end, error] = read(text.data(), text.data() + text.size(), result.number);
  result.size = end - text.data();
  result.error = error;
  return result;
}

Reading ours(std::string_view text) { return reading(text, sluice::detail::parse_number); }

/// Texts at the edges of the grammar and of what a double holds, and random ones.
std::vector<std::string> texts() {
  std::vector<std::string> texts = {"",
                                    "-",
                                    "+1",
                                    " 1",
                                    "1 ",
                                    "1.",
                                    "-.5",
                                    ".",
                                    "-.",
                                    ".e1",
                                    "1e",
                                    "1e+",
                                    "1e+5",
                                    "1e-",
                                    "1E5",
                                    "0x10",
                                    "inf",
                                    "-INF",
                                    "infin",
                                    "in",
                                    "Infinity",
                                    "nan",
                                    "-nan",
                                    "nan(",
                                    "nan(a_1)",
                                    "nan(a-)",
                                    "nan()",
                                    "1e400",
                                    "1,5",
                                    "-1e400",
                                    "1e-400",
                                    "0e-40",
                                    "-0e999",
                                    "-1e-400",
                                    "4.9e-324",
                                    "00012",
                                    "0.000",
                                    "-0",
                                    "-0.0",
                                    "--1",
                                    "1_0",
                                    "1ee5",
                                    "1e5.5",
                                    "infe",
                                    "0.0e5x",
                                    "1e99999999999999999999",
                                    "1e-99999999999999999999",
                                    "0e99999999999999999999",
                                    "2.4703282292062327e-324",
                                    "2.4703282292062328e-324",
                                    "2.2250738585072011e-308",
                                    "1.7976931348623158e308",
                                    "1.7976931348623159e308",
                                    "9007199254740993",
                                    "9007199254740992.5",
                                    "1e0000000000000000000005"};
  std::mt19937_64 random(1);
  constexpr std::string_view letters = "0123456789.eE-+infa()_ x";
  for (int i = 0; i < 20000; ++i) {
    const std::size_t used =
        i % 3 == 0 ? letters.size() : std::string_view("0123456789.eE-").size();
    std::string text;
    for (auto left = random() % 12; left > 0; --left) text += letters[random() % used];
    texts.push_back(text);
  }
  const auto add_digits = [&](std::string &text, std::uint64_t count) {
    for (; count > 0; --count) text += static_cast<char>('0' + random() % 10);
  };
  for (int i = 0; i < 20000; ++i) {
    std::string text = i % 2 == 0 ? "-" : "";
    add_digits(text, random() % 40);
    text += '.';
    add_digits(text, i % 100 == 0 ? 800 : random() % 30);
    if (i % 3 == 0) text += "e" + std::to_string(static_cast<int>(random() % 700) - 350);
    texts.push_back(text);
  }
  return texts;
}

}  // namespace

TEST_CASE("a number is read to its end and rounded to the nearest double") {
  CHECK(ours("12.5e1x") == Reading{6, {}, 125});
  CHECK(ours(".5") == Reading{2, {}, 0.5});
  CHECK(ours("9007199254740993") == Reading{16, {}, 9007199254740992});
  CHECK(ours("-Infinity") == Reading{9, {}, -std::numeric_limits<double>::infinity()});
  CHECK(std::isnan(ours("nan").number));
}

TEST_CASE("what is not a number, or too large or small for a double, leaves the number as it was") {
  for (const std::string_view text : {"", "+1", " 1", "-", "x"})
    CHECK(ours(text) == Reading{0, std::errc::invalid_argument});
  CHECK(ours("1e400,") == Reading{5, std::errc::result_out_of_range});
  CHECK(ours("-1e-400") == Reading{7, std::errc::result_out_of_range});
  CHECK(ours("0e-400") == Reading{6, {}, 0});
}

TEST_CASE("numbers are read as by the standard library, where it can read them") {
#ifdef __cpp_lib_to_chars
  const auto standard = [](const char *first, const char *last, double &number) {
    return std::from_chars(first, last, number);
  };
  for (const std::string &text : texts()) {
    CAPTURE(text);
    REQUIRE(ours(text) == reading(text, standard));
  }
#else
  texts();
  sluice::test::skip("no std::from_chars for floating-point numbers");
#endif
}
