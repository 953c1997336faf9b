#include "random_values.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace sluice::inline v0::suite {
namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ()";

std::int64_t between(Random &random, std::int64_t least, std::int64_t greatest) {
  return least +
         static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(greatest - least) + 1));
}

std::string letters_of(Random &random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += letters[random.below(letters.size())];
  return text;
}

}  // namespace

ColumnValues::ColumnValues(const ValuePools &pools, std::uint32_t table, std::uint32_t column,
                           const RandomOptions &options, double random_share, Random &random)
    : affinity_(pools.constraints().column(table, column).affinity),
      style_(pools.style(table, column)),
      random_share_(random_share) {
  const ColumnConstraint &facts = pools.constraints().column(table, column);
  if (facts.range) range_ = &*facts.range;
  std::vector<Value> pool;
  const auto originals = pools.originals(table, column);
  for (std::size_t i = 0; i < options.originals && !originals.empty(); ++i) {
    pool.push_back(originals[random.below(originals.size())]);
  }
  for (const Value &constant : pools.constants(table, column)) pool.push_back(constant);
  for (Value &value : pool) {
    if (!happens(random, options.drop)) pool_.push_back(stored_as(std::move(value), affinity_));
  }
  if (range_ != nullptr) {
    std::erase_if(pool_, [this](const Value &value) {
      return value.is_number() && (value < range_->lower || value > range_->upper);
    });
  }
  const bool capped = happens(random, 0.5);
  const std::uint64_t cap = random.below(31);
  max_distinct_ = capped ? static_cast<std::size_t>(cap) : SIZE_MAX;
}

Value ColumnValues::draw(Random &random) {
  const bool from_pool = !pool_.empty() && !happens(random, random_share_);
  if (from_pool) return pool_[random.below(pool_.size())];
  if (made_.size() >= max_distinct_ && !made_.empty()) return made_[random.below(made_.size())];
  Value value = stored_as(random_value(random), affinity_);
  if (max_distinct_ != SIZE_MAX) made_.push_back(value);
  return value;
}

Value ColumnValues::random_value(Random &random) const {
  if (!pool_.empty() && happens(random, 4.0 / 6)) {
    Value value = perturbed(pool_[random.below(pool_.size())], random);
    if (range_ == nullptr || !value.is_number() ||
        !(value < range_->lower || value > range_->upper)) {
      return value;
    }
  }
  return plain(random);
}

Value ColumnValues::perturbed(const Value &value, Random &random) const {
  const auto number = value.is_number() ? std::optional(value) : number_in(value.bytes);
  if (number && number->kind == CellKind::integer && std::abs(number->number()) < 1e15) {
    std::int64_t step = between(random, -2, 1);
    if (step >= 0) ++step;
    return Value::of(number->integer + step);
  }
  if (number) {
    constexpr double steps[] = {-0.02, -0.01, 0.01, 0.02};
    return Value::of(number->number() + steps[random.below(4)]);
  }
  // Values of other styles have a format that a change would break.
  if (style_ != ColumnStyle::text) return plain(random);
  return happens(random, 0.5) ? contaminated(value, random) : value;
}

Value ColumnValues::contaminated(Value value, Random &random) const {
  std::string text = value.text();
  switch (random.below(4)) {
    case 0: return Value::of_text(text + letters_of(random, 5));
    case 1: return Value::of_text(letters_of(random, 5) + text);
    case 2: {
      std::string around = letters_of(random, 3) + text;
      return Value::of_text(around + letters_of(random, 3));
    }
    default:
      if (text.size() > 2) text = text.substr(1, text.size() - 2);
      return Value::of_text(text);
  }
}

Value ColumnValues::word(Random &random) const {
  return Value::of_text(letters_of(random, 1 + random.below(20)));
}

Value ColumnValues::plain(Random &random) const {
  const auto date = [&random] {
    const auto year = between(random, 1970, 2030), month = between(random, 1, 12);
    return fmt::format("{:04}-{:02}-{:02}", year, month, between(random, 1, 28));
  };
  const auto time = [&random] {
    const auto hour = between(random, 0, 23), minute = between(random, 0, 59);
    return fmt::format("{:02}:{:02}:{:02}", hour, minute, between(random, 0, 59));
  };
  switch (style_) {
    case ColumnStyle::boolean: return Value::of(between(random, 0, 1));
    case ColumnStyle::year: return Value::of(between(random, 1900, 2030));
    case ColumnStyle::date: return Value::of_text(date());
    case ColumnStyle::date_time: {
      const std::string day = date();
      return Value::of_text(day + " " + time());
    }
    case ColumnStyle::time: return Value::of_text(time());
    case ColumnStyle::text: return word(random);
    default: break;
  }
  double least = -1e9, greatest = 1e9;
  if (range_ != nullptr) {
    least = range_->lower.number();
    greatest = range_->upper.number();
  }
  const double drawn = least + random.unit() * (greatest - least);
  if (style_ == ColumnStyle::real) return Value::of(std::round(drawn * 100) / 100);
  const double whole = std::clamp(std::round(drawn), std::ceil(least), std::floor(greatest));
  return Value::of(static_cast<std::int64_t>(std::clamp(whole, -9e15, 9e15)));
}

}  // namespace sluice::inline v0::suite
