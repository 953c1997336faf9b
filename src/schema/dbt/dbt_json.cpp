#include "dbt_json.hpp"

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {

std::string scalar_text(JsonValue value) {
  switch (value.kind()) {
    case JsonKind::string: return std::string(value.as_string());
    case JsonKind::boolean: return value.as_bool() ? "true" : "false";
    case JsonKind::number: {
      const double number = value.as_number();
      constexpr double exact = 0x1p53;
      const bool is_integer = number > -exact && number < exact &&
                              number == static_cast<double>(static_cast<std::int64_t>(number));
      return is_integer ? fmt::format("{}", static_cast<std::int64_t>(number))
                        : fmt::format("{}", number);
    }
    default: return {};
  }
}

std::vector<std::string> scalar_texts(JsonValue value) {
  std::vector<std::string> texts;
  const auto add = [&](JsonValue one) {
    std::string text = scalar_text(one);
    if (!text.empty()) texts.push_back(std::move(text));
  };
  if (!value.is(JsonKind::array)) {
    add(value);
    return texts;
  }
  for (const JsonValue element : value) add(element);
  return texts;
}

}  // namespace sluice::inline v0::schema_detail
