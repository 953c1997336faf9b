/// Tests the JSON parser against an independent parser of the grammar (RFC 8259), and round trips
/// of written JSON.

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "support/error_of.hpp"
#include "support/random_text.hpp"

using namespace sluice;

namespace {

/// Recursive descent over the grammar, one function per rule. Records where each value begins.
class Grammar {
 public:
  explicit Grammar(std::string_view text) : text_(text) {}

  bool accepts() {
    return is_utf8(text_) && blanks() && value(0) && blanks() && at_ == text_.size();
  }
  const std::vector<std::size_t> &offsets() const { return offsets_; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) { return peek() == c && at_ < text_.size() && ++at_ > 0; }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(peek()) != std::string_view::npos)
      ++at_;
    return true;
  }
  bool digit() {
    if (peek() < '0' || peek() > '9') return false;
    ++at_;
    return true;
  }
  bool digits() {
    if (!digit()) return false;
    while (digit()) {
    }
    return true;
  }

  bool value(int depth) {
    offsets_.push_back(at_);
    switch (peek()) {
      case '{': return depth < 256 && object(depth + 1);
      case '[': return depth < 256 && array(depth + 1);
      case '"': return string();
      case 't': return take("true");
      case 'f': return take("false");
      case 'n': return take("null");
      default: return number();
    }
  }
  bool object(int depth) {
    take('{');
    blanks();
    if (take('}')) return true;
    do {
      blanks();
      if (!string() || !blanks() || !take(':') || !blanks() || !value(depth)) return false;
      blanks();
    } while (take(','));
    return take('}');
  }
  bool array(int depth) {
    take('[');
    blanks();
    if (take(']')) return true;
    do {
      blanks();
      if (!value(depth)) return false;
      blanks();
    } while (take(','));
    return take(']');
  }
  bool number() {
    const std::size_t start = at_;
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!digits()) return false;
    }
    return std::isfinite(
        std::strtod(std::string(text_.substr(start, at_ - start)).c_str(), nullptr));
  }
  std::optional<unsigned> unit() {
    if (!take("\\u")) return std::nullopt;
    const std::string_view hex = text_.substr(at_, 4);
    if (hex.size() < 4 || hex.find_first_not_of("0123456789abcdefABCDEF") != hex.npos)
      return std::nullopt;
    at_ += 4;
    return static_cast<unsigned>(std::strtoul(std::string(hex).c_str(), nullptr, 16));
  }
  bool string() {
    if (!take('"')) return false;
    for (;;) {
      if (at_ == text_.size()) return false;
      const char c = peek();
      if (take('"')) return true;
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\') {
        ++at_;
      } else if (text_.substr(at_).starts_with("\\u")) {
        const auto first = unit();
        if (!first || (*first >= 0xDC00 && *first < 0xE000)) return false;
        if (*first >= 0xD800 && *first < 0xDC00) {
          const auto second = unit();
          if (!second || *second < 0xDC00 || *second >= 0xE000) return false;
        }
      } else {
        ++at_;
        if (at_ == text_.size() ||
            std::string_view("\"\\/bfnrt").find(peek()) == std::string_view::npos)
          return false;
        ++at_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> offsets_;
};

void list_offsets(JsonValue value, std::vector<Place> &places) {
  places.push_back(value.place());
  if (value.is(JsonKind::array)) {
    for (const JsonValue element : value) list_offsets(element, places);
  } else if (value.is(JsonKind::object)) {
    value.each_member([&](std::string_view, JsonValue member) { list_offsets(member, places); });
  }
}

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Random text of tokens that are usually combined correctly.
std::string random_json(Random &random, int depth) {
  static const std::vector<std::string> scalars =
      words("null true false 0 -0 -0.0 -1 12 1.5 1e5 -1.25E-3 0.0 1e308 9223372036854775807 "
            "9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551616 "
            "1.23456789012345678901e5 123456789012345678901.5 \"\" \"a\" \"\\n\" \"\\u00e9\" "
            "\"\\ud83d\\ude00\" \"é\" \"\\\\\" \"\\\"\" \"]\" \"{,:\"");
  static constexpr std::array<std::string_view, 6> blanks{"", "", "", " ", "\n", "\t\r "};
  const auto blank = [&] { return std::string(blanks[random.below(blanks.size())]); };
  const std::uint64_t kind = depth > 4 ? 9 : random.below(10);
  std::string text = blank();
  if (kind < 3) {
    text += '[';
    for (std::uint64_t i = 0, n = random.below(4); i < n; ++i)
      text += (i > 0 ? "," : "") + random_json(random, depth + 1);
    text += ']';
  } else if (kind < 6) {
    text += '{';
    for (std::uint64_t i = 0, n = random.below(4); i < n; ++i) {
      text += (i > 0 ? "," : "") + blank() + "\"k" + std::to_string(random.below(3)) + "\"" +
              blank() + ":" + random_json(random, depth + 1);
    }
    text += '}';
  } else {
    text += scalars[random.below(scalars.size())];
  }
  return text + blank();
}

void mutate(Random &random, std::string &text) {
  static constexpr std::string_view alphabet = "[]{},:\"\\ \n\t0123456789-+.eEtrufalsn\x01/";
  const std::size_t at = random.below(text.size() + 1);
  const char c = alphabet[random.below(alphabet.size())];
  switch (random.below(5)) {
    case 0: text.insert(at, 1, c); break;
    case 1: text.erase(at, 1 + random.below(2)); break;
    case 2: text.resize(at); break;
    case 3: text += std::string(1, c); break;
    default:
      if (at < text.size())
        text[at] = random.below(20) == 0 ? static_cast<char>(random.below(256)) : c;
  }
}

/// A value as the test represents it.
struct Model {
  using Members = std::vector<std::pair<std::string, Model>>;
  std::variant<std::nullptr_t, bool, std::int64_t, double, float, std::string, std::vector<Model>,
               Members>
      value;
};

double random_double(Random &random) {
  for (;;) {
    const auto number = std::bit_cast<double>(random());
    if (std::isfinite(number)) return number;
  }
}

float random_float(Random &random) {
  for (;;) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(number)) return number;
  }
}

Model random_model(Random &random, int depth) {
  switch (random.below(depth > 3 ? 6 : 8)) {
    case 0: return {nullptr};
    case 1: return {random.below(2) == 0};
    case 2: return {static_cast<std::int64_t>(random() >> random.below(64))};
    case 3: return {random_double(random)};
    case 4: return {random_float(random)};
    case 5: return {test::random_bytes(random, random.below(10))};
    case 6: {
      std::vector<Model> elements;
      for (std::uint64_t n = random.below(5); n > 0; --n)
        elements.push_back(random_model(random, depth + 1));
      return {elements};
    }
    default: {
      Model::Members members;
      for (std::uint64_t n = random.below(5); n > 0; --n) {
        members.emplace_back(test::random_bytes(random, 3), random_model(random, depth + 1));
      }
      return {members};
    }
  }
}

struct Write {
  JsonWriter &writer;
  void operator()(std::nullptr_t) const { writer.null(); }
  void operator()(const std::vector<Model> &elements) const {
    writer.begin_array();
    for (const Model &element : elements) std::visit(*this, element.value);
    writer.end_array();
  }
  void operator()(const Model::Members &members) const {
    writer.begin_object();
    for (const auto &[name, member] : members) {
      writer.key(name);
      std::visit(*this, member.value);
    }
    writer.end_object();
  }
  void operator()(const std::string &text) const { writer.value(std::string_view(text)); }
  template <class Scalar>
  void operator()(Scalar scalar) const {
    writer.value(scalar);
  }
};

struct Check {
  JsonValue read;
  void operator()(std::nullptr_t) const { CHECK(read.is(JsonKind::null)); }
  void operator()(bool truth) const { CHECK(read.as_bool() == truth); }
  void operator()(std::int64_t number) const { CHECK(read.as_integer() == number); }
  void operator()(double number) const {
    CHECK(std::bit_cast<std::uint64_t>(read.as_number()) == std::bit_cast<std::uint64_t>(number));
  }
  void operator()(float number) const {
    CHECK(std::bit_cast<std::uint32_t>(static_cast<float>(read.as_number())) ==
          std::bit_cast<std::uint32_t>(number));
  }
  void operator()(const std::string &text) const { CHECK(read.as_string() == repair_utf8(text)); }
  void operator()(const std::vector<Model> &elements) const {
    REQUIRE(read.size() == elements.size());
    auto element = read.begin();
    for (const Model &expected : elements) {
      std::visit(Check{*element}, expected.value);
      ++element;
    }
    CHECK(element == read.end());
  }
  void operator()(const Model::Members &members) const {
    REQUIRE(read.size() == members.size());
    std::size_t position = 0;
    read.each_member([&](std::string_view name, JsonValue member) {
      CHECK(name == repair_utf8(members[position].first));
      std::visit(Check{member}, members[position].second.value);
      ++position;
    });
  }
};

}  // namespace

TEST_CASE("the parser accepts exactly what the grammar does, and finds each value at its place") {
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    Random random(seed);
    std::string text = random_json(random, 0);
    for (std::uint64_t n = random.below(4); n > 0; --n) mutate(random, text);
    CAPTURE(text);
    Grammar grammar(text);
    const bool valid = grammar.accepts();
    const auto error = test::error_if_any([&] {
      const JsonDocument document = JsonDocument::parse(text, "t");
      ++accepted;
      std::vector<Place> places;
      list_offsets(document.root(), places);
      REQUIRE(valid);
      REQUIRE(places.size() == grammar.offsets().size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Place expected = place_in(text, grammar.offsets()[i], "t");
        CHECK(places[i].line == expected.line);
        CHECK(places[i].column == expected.column);
      }
    });
    CHECK(error.has_value() != valid);
    if (error) {
      CHECK(error->code() == ErrorCode::malformed);
      CHECK(error->where().line >= 1);
      CHECK(error->where().line <= place_in(text, text.size(), "t").line);
    }
  }
  CHECK(accepted > 5000);
  CHECK(accepted < 15000);
}

TEST_CASE("a written value reads back as the same value") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const Model model = random_model(random, 0);
    JsonWriter writer;
    std::visit(Write{writer}, model.value);
    CHECK(Grammar(writer.text()).accepts());
    const JsonDocument document = JsonDocument::parse(writer.text());
    std::visit(Check{document.root()}, model.value);
  }
}

TEST_CASE("every float and double is written with digits that read back as the same number") {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    const double number = random_double(random);
    const float narrow = random_float(random);
    JsonWriter writer;
    writer.begin_array().value(number).value(narrow).end_array();
    const JsonDocument document = JsonDocument::parse(writer.text());
    auto element = document.root().begin();
    Check{*element}(number);
    ++element;
    Check{*element}(narrow);
  }
}
