#include "term.hpp"

#include <algorithm>
#include <cmath>

#include "sluice/core/ascii.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0::suite {
namespace {

using sql::Operator;

Value of_truth(bool truth) { return Value::of(std::int64_t{truth}); }

double number_of(const Value &value) {
  if (value.is_number()) return value.number();
  double number = 0;
  std::size_t size = value.bytes.size();
  // Like SQLite: uses the longest prefix that is a number.
  for (; size > 0; --size) {
    if (const auto read = number_in(std::string_view(value.bytes).substr(0, size))) {
      number = read->number();
      break;
    }
    if (size > 64) size = 64;
  }
  return number;
}

bool is_numeric(Affinity affinity) {
  return affinity == Affinity::numeric || affinity == Affinity::integer ||
         affinity == Affinity::real;
}

Affinity affinity_of_term(const Term &term) {
  const bool has = term.kind == Term::Kind::variable || term.kind == Term::Kind::cast;
  return has ? term.affinity : Affinity::blob;
}

/// Compares the values of two terms, neither of them NULL, as SQLite does. Returns -1, 0 or 1.
int compare(const Term &left, Value a, const Term &right, Value b) {
  const Affinity of_a = affinity_of_term(left), of_b = affinity_of_term(right);
  if (is_numeric(of_a) && !is_numeric(of_b)) {
    b = stored_as(std::move(b), Affinity::numeric);
  } else if (is_numeric(of_b) && !is_numeric(of_a)) {
    a = stored_as(std::move(a), Affinity::numeric);
  } else if (of_a == Affinity::text && of_b == Affinity::blob) {
    b = stored_as(std::move(b), Affinity::text);
  } else if (of_b == Affinity::text && of_a == Affinity::blob) {
    a = stored_as(std::move(a), Affinity::text);
  }
  if (left.no_case || right.no_case) {
    a.bytes = lower_ascii(a.bytes);
    b.bytes = lower_ascii(b.bytes);
  }
  const auto order = a <=> b;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::optional<Value> arithmetic(Operator op, const Value &a, const Value &b) {
  if (a.is_null() || b.is_null()) return Value();
  const double x = number_of(a), y = number_of(b);
  const auto whole = [](const Value &value) {
    if (value.is_number()) return value.kind == CellKind::integer;
    const auto read = number_in(value.bytes);
    return !read || read->kind == CellKind::integer;
  };
  const bool integers = whole(a) && whole(b) && std::abs(x) < 1e9 && std::abs(y) < 1e9;
  double result = 0;
  switch (op) {
    case Operator::add: result = x + y; break;
    case Operator::subtract: result = x - y; break;
    case Operator::multiply: result = x * y; break;
    case Operator::divide:
      if (y == 0) return Value();
      result = integers ? std::trunc(x / y) : x / y;
      break;
    case Operator::modulo:
      if (std::trunc(y) == 0) return Value();
      result = std::fmod(std::trunc(x), std::trunc(y));
      break;
    default: return std::nullopt;
  }
  return integers ? Value::of(static_cast<std::int64_t>(result)) : Value::of(result);
}

Value negation(int truth) { return truth < 0 ? Value() : of_truth(truth == 0); }

class Evaluator {
 public:
  explicit Evaluator(Assignment values) : values_(values) {}

  std::optional<Value> value(const Term &term) {
    switch (term.kind) {
      case Term::Kind::unknown: return std::nullopt;
      case Term::Kind::literal: return term.value;
      case Term::Kind::variable: {
        const Value *known = values_(term.variable);
        if (known == nullptr) return std::nullopt;
        return stored_as(*known, term.affinity);
      }
      case Term::Kind::unary: return unary(term);
      case Term::Kind::binary: return binary(term);
      case Term::Kind::pattern: return pattern(term);
      case Term::Kind::between: return between(term);
      case Term::Kind::in: return in(term);
      case Term::Kind::cast: return cast(term);
      case Term::Kind::function: return function(term);
      case Term::Kind::shape: {
        const auto text = value(term.arguments[0]);
        if (!text) return std::nullopt;
        if (text->kind != CellKind::text) return Value();
        return Value::of_text(shape_of(text->bytes));
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Value> unary(const Term &term) {
    const auto operand = value(term.arguments[0]);
    if (!operand) return std::nullopt;
    switch (term.op) {
      case Operator::logical_not: return negation(truth_of(*operand));
      case Operator::minus:
        return arithmetic(Operator::subtract, Value::of(std::int64_t{0}), *operand);
      case Operator::plus: return operand;
      case Operator::is_null: return of_truth(operand->is_null());
      case Operator::not_null: return of_truth(!operand->is_null());
      default: return std::nullopt;
    }
  }

  std::optional<Value> binary(const Term &term) {
    if (term.op == Operator::logical_and || term.op == Operator::logical_or) {
      return connective(term);
    }
    const auto a = value(term.arguments[0]);
    const auto b = value(term.arguments[1]);
    if (!a || !b) return std::nullopt;
    if (term.op == Operator::is || term.op == Operator::is_not) {
      const bool same =
          a->is_null() || b->is_null() ? a->is_null() && b->is_null() : order(term, *a, *b) == 0;
      return of_truth(same == (term.op == Operator::is));
    }
    if (a->is_null() || b->is_null()) return Value();
    switch (term.op) {
      case Operator::equal: return of_truth(order(term, *a, *b) == 0);
      case Operator::not_equal: return of_truth(order(term, *a, *b) != 0);
      case Operator::less: return of_truth(order(term, *a, *b) < 0);
      case Operator::less_equal: return of_truth(order(term, *a, *b) <= 0);
      case Operator::greater: return of_truth(order(term, *a, *b) > 0);
      case Operator::greater_equal: return of_truth(order(term, *a, *b) >= 0);
      case Operator::concat: return Value::of_text(a->text() + b->text());
      default: return arithmetic(term.op, *a, *b);
    }
  }

  std::optional<Value> connective(const Term &term) {
    const int deciding = term.op == Operator::logical_or;
    bool is_known = true, is_null = false;
    for (const Term &argument : term.arguments) {
      const auto side = value(argument);
      const int truth = side ? truth_of(*side) : -1;
      if (truth == deciding) return of_truth(deciding != 0);
      is_known = is_known && side;
      is_null = is_null || truth < 0;
    }
    if (!is_known) return std::nullopt;
    return is_null ? Value() : of_truth(deciding == 0);
  }

  static int order(const Term &term, const Value &a, const Value &b) {
    return compare(term.arguments[0], a, term.arguments[1], b);
  }

  std::optional<Value> pattern(const Term &term) {
    const auto text = value(term.arguments[0]);
    const auto wanted = value(term.arguments[1]);
    if (!text || !wanted) return std::nullopt;
    if (text->is_null() || wanted->is_null()) return Value();
    return of_truth(like(text->text(), wanted->text()) != term.negated);
  }

  std::optional<Value> between(const Term &term) {
    const auto tested = value(term.arguments[0]);
    const auto lower = value(term.arguments[1]);
    const auto upper = value(term.arguments[2]);
    if (!tested || !lower || !upper) return std::nullopt;
    if (tested->is_null() || lower->is_null() || upper->is_null()) return Value();
    const bool inside = compare(term.arguments[0], *tested, term.arguments[1], *lower) >= 0 &&
                        compare(term.arguments[0], *tested, term.arguments[2], *upper) <= 0;
    return of_truth(inside != term.negated);
  }

  std::optional<Value> in(const Term &term) {
    const auto tested = value(term.arguments[0]);
    if (!tested) return std::nullopt;
    if (tested->is_null() && term.arguments.size() > 1) return Value();
    bool unknown = false;
    for (std::size_t i = 1; i < term.arguments.size(); ++i) {
      const auto item = value(term.arguments[i]);
      if (!item) return std::nullopt;
      unknown = unknown || item->is_null();
      if (item->is_null()) continue;
      if (compare(term.arguments[0], *tested, term.arguments[i], *item) == 0) {
        return of_truth(!term.negated);
      }
    }
    return unknown ? Value() : of_truth(term.negated);
  }

  std::optional<Value> cast(const Term &term) {
    auto operand = value(term.arguments[0]);
    if (!operand || operand->is_null()) return operand;
    switch (term.affinity) {
      case Affinity::text: return Value::of_text(operand->text());
      case Affinity::integer:
        return Value::of(static_cast<std::int64_t>(std::clamp(number_of(*operand), -9e18, 9e18)));
      case Affinity::real: return Value::of(number_of(*operand));
      case Affinity::numeric: return stored_as(Value::of(number_of(*operand)), Affinity::numeric);
      default: return operand;
    }
  }

  std::optional<Value> function(const Term &term) {
    std::vector<Value> given;
    for (const Term &argument : term.arguments) {
      auto read = value(argument);
      if (!read) return std::nullopt;
      given.push_back(*std::move(read));
    }
    if (term.name == "coalesce" || term.name == "ifnull") {
      const auto found = std::find_if(given.begin(), given.end(),
                                      [](const Value &value) { return !value.is_null(); });
      return found == given.end() ? Value() : *found;
    }
    if (given.empty()) return std::nullopt;
    for (const Value &argument : given) {
      if (argument.is_null()) return Value();
    }
    if (term.name == "strftime" || term.name == "date") return date(term.name, given);
    return plain(term.name, given);
  }

  static std::optional<Value> plain(std::string_view name, const std::vector<Value> &given) {
    const std::string text = given[0].text();
    if (name == "substr" || name == "substring") return part(text, given);
    if (name == "round") {
      const double scale = given.size() > 1 ? std::pow(10, number_of(given[1])) : 1;
      return Value::of(std::round(number_of(given[0]) * scale) / scale);
    }
    if (given.size() != 1) return std::nullopt;
    if (name == "abs") {
      if (given[0].kind == CellKind::integer && given[0].integer > INT64_MIN) {
        return Value::of(std::abs(given[0].integer));
      }
      return Value::of(std::abs(number_of(given[0])));
    }
    if (name == "lower") return Value::of_text(lower_ascii(text));
    if (name == "upper") return Value::of_text(upper_ascii(text));
    if (name == "length") {
      const auto letters =
          std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
      return Value::of(std::int64_t{letters});
    }
    const std::size_t first =
        name == "rtrim" ? 0 : std::min(text.find_first_not_of(' '), text.size());
    const std::size_t last = name == "ltrim" ? text.size() : text.find_last_not_of(' ') + 1;
    return Value::of_text(first < last ? text.substr(first, last - first) : "");
  }

  /// Works on bytes, so only for ASCII text.
  static std::optional<Value> part(const std::string &text, const std::vector<Value> &given) {
    for (const char byte : text) {
      if ((byte & 0x80) != 0) return std::nullopt;
    }
    if (given.size() < 2 || std::abs(number_of(given[1])) > 1e6) return std::nullopt;
    const auto begin = static_cast<std::int64_t>(number_of(given[1]));
    const double count = given.size() > 2 ? number_of(given[2]) : 1e6;
    if (count < 0 || begin == 0) return std::nullopt;
    const auto size = static_cast<std::int64_t>(text.size());
    const std::int64_t first = begin > 0 ? begin - 1 : size + begin;
    if (first < 0 || first >= size) return Value::of_text("");
    return Value::of_text(text.substr(static_cast<std::size_t>(first),
                                      static_cast<std::size_t>(std::min(count, 1e6))));
  }

  /// Supports only texts that begin with a date, and only year, month and day.
  static std::optional<Value> date(std::string_view name, const std::vector<Value> &given) {
    const std::string text = given[name == "date" ? 0 : given.size() - 1].text();
    if (given.size() != (name == "date" ? 1u : 2u)) return std::nullopt;
    if (text.size() < 10 || text[4] != '-' || text[7] != '-') return Value();
    if (name == "date") return Value::of_text(text.substr(0, 10));
    std::string made;
    const std::string format = given[0].text();
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%' || i + 1 == format.size()) {
        made += format[i];
        continue;
      }
      switch (format[++i]) {
        case 'Y': made += text.substr(0, 4); break;
        case 'm': made += text.substr(5, 2); break;
        case 'd': made += text.substr(8, 2); break;
        default: return std::nullopt;
      }
    }
    return Value::of_text(made);
  }

  Assignment values_;
};

}  // namespace

std::optional<Value> evaluate(const Term &term, Assignment values) {
  return Evaluator(values).value(term);
}

int truth_of(const Value &value) noexcept {
  if (value.is_null()) return -1;
  return number_of(value) != 0 ? 1 : 0;
}

bool like(std::string_view text, std::string_view pattern) {
  // Backtracks only to the last %, which is sufficient and bounds the work by the product of the
  // sizes.
  std::size_t at = 0, p = 0, star = pattern.npos, resume = 0;
  const auto same = [](char a, char b) { return lower_ascii(a) == lower_ascii(b); };
  while (at < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      star = p++;
      resume = at;
    } else if (p < pattern.size() && (pattern[p] == '_' || same(pattern[p], text[at]))) {
      ++p;
      ++at;
    } else if (star != pattern.npos) {
      p = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

}  // namespace sluice::inline v0::suite
