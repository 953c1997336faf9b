#include "sluice/suite/value_pool.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "query_constants.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t longest_original = 200;

bool is_date(std::string_view text) {
  return text.size() >= 8 && text.size() <= 10 && shape_of(text) == "9-9-9" && text[4] == '-';
}

bool is_date_time(std::string_view text) {
  return text.size() >= 14 && text[4] == '-' && shape_of(text).starts_with("9-9-9 9:9");
}

ColumnStyle style_by_type(std::string_view type, Affinity affinity) {
  const std::string name = lower_ascii(type);
  const auto has = [&name](std::string_view word) { return name.find(word) != name.npos; };
  if (has("datetime") || has("timestamp")) return ColumnStyle::date_time;
  if (has("date")) return ColumnStyle::date;
  if (has("time")) return ColumnStyle::time;
  if (has("bool") || name == "bit") return ColumnStyle::boolean;
  if (has("year")) return ColumnStyle::year;
  switch (affinity) {
    case Affinity::integer: return ColumnStyle::integer;
    case Affinity::real: return ColumnStyle::real;
    case Affinity::numeric:
      return has("dec") || has("num") ? ColumnStyle::integer : ColumnStyle::text;
    default: return ColumnStyle::text;
  }
}

/// The style of the majority of the values, if there is one.
ColumnStyle style_by_values(std::span<const Value> values, ColumnStyle declared) {
  std::size_t integers = 0, reals = 0, dates = 0, times = 0;
  for (const Value &value : values) {
    const auto number = value.is_number() ? std::optional(value) : number_in(value.bytes);
    if (number) {
      ++(number->kind == CellKind::integer ? integers : reals);
    } else if (is_date(value.bytes)) {
      ++dates;
    } else if (is_date_time(value.bytes)) {
      ++times;
    }
  }
  const auto is_majority = [&](std::size_t count) { return 2 * count > values.size(); };
  if (declared == ColumnStyle::boolean || declared == ColumnStyle::year) return declared;
  if (is_majority(dates)) return ColumnStyle::date;
  if (is_majority(times)) return ColumnStyle::date_time;
  if (is_majority(reals)) return ColumnStyle::real;
  if (is_majority(integers + reals)) return reals > 0 ? ColumnStyle::real : ColumnStyle::integer;
  return values.empty() ? declared : ColumnStyle::text;
}

std::string letters_of(std::uint64_t number) {
  std::string text;
  for (std::uint64_t rest = number; text.size() < 2 || rest > 0; rest /= 26) {
    text.insert(text.begin(), static_cast<char>('a' + rest % 26));
  }
  return text;
}

/// A text whose `shape_of` is `shape`.
std::string shaped(std::string_view shape, std::uint64_t number) {
  std::string text;
  for (const char kind : shape) {
    if (kind == '9') {
      text += fmt::format("{}", number);
    } else if (kind == 'a') {
      text += letters_of(number);
    } else {
      text += kind;
    }
  }
  return text;
}

Value within(const RangeConstraint &range, std::uint64_t number) {
  const double least = range.lower.number(), greatest = range.upper.number();
  const double span = std::min(greatest - least, 1e15);
  if (range.lower.kind == CellKind::integer && range.upper.kind == CellKind::integer) {
    return Value::of(range.lower.integer +
                     static_cast<std::int64_t>(number % (static_cast<std::uint64_t>(span) + 1)));
  }
  return Value::of(least + span * static_cast<double>(number % 997) / 997);
}

std::string date_of(std::uint64_t number) {
  return fmt::format("{:04}-{:02}-{:02}", 1970 + number / 336 % 130, 1 + number / 28 % 12,
                     1 + number % 28);
}

void take(std::vector<Value> &values, Value value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(std::move(value));
  }
}

/// Adds values that comparisons distinguish from the constant.
void add_near(std::vector<Value> &values, const Value &constant) {
  const auto number = constant.is_number() ? std::optional(constant) : number_in(constant.bytes);
  if (number && std::abs(number->number()) < 1e15) {
    for (const std::int64_t step : {-1, 1}) {
      values.push_back(number->kind == CellKind::integer
                           ? Value::of(number->integer + step)
                           : Value::of(number->number() + static_cast<double>(step)));
    }
    return;
  }
  if (constant.kind != CellKind::text || constant.bytes.empty()) return;
  std::string other = constant.bytes;
  for (char &letter : other) {
    letter = is_ascii_upper(letter) ? lower_ascii(letter) : upper_ascii(letter);
  }
  if (other != constant.bytes) values.push_back(Value::of_text(other));
  values.push_back(Value::of_text(constant.bytes + "a"));
}

}  // namespace

ValuePools::ValuePools(std::shared_ptr<const Constraints> constraints)
    : constraints_(std::move(constraints)) {
  const std::size_t columns = constraints_->schema().columns().size();
  pools_.resize(columns);
  find_roots();
  find_styles();
}

void ValuePools::find_roots() {
  root_.resize(pools_.size());
  for (std::size_t i = 0; i < root_.size(); ++i) root_[i] = i;
  std::vector<std::size_t> parent = root_;
  for (const ReferenceConstraint &reference : constraints_->references()) {
    for (std::size_t i = 0; i < reference.columns.size(); ++i) {
      std::size_t &up = parent[position(reference.table, reference.columns[i])];
      if (up == position(reference.table, reference.columns[i])) {
        up = position(reference.referenced_table, reference.referenced_columns[i]);
      }
    }
  }
  for (std::size_t &root : root_) {
    // In a cycle, the walk ends after as many steps as there are columns, at the smallest column of
    // the cycle.
    std::size_t at = root;
    for (std::size_t step = 0; step < root_.size() && parent[at] != at; ++step) at = parent[at];
    if (parent[at] != at) {
      std::size_t least = at;
      for (std::size_t next = parent[at]; next != at; next = parent[next]) {
        least = std::min(least, next);
      }
      at = least;
    }
    root = at;
  }
}

void ValuePools::find_styles() {
  for (std::size_t i = 0; i < pools_.size(); ++i) {
    const Column &column = constraints_->schema().columns()[i];
    const ColumnStyle declared = style_by_type(column.type, sql::affinity_of(column.type));
    std::vector<Value> known = pools_[i].originals;
    if (known.empty()) known = pools_[i].constants;
    pools_[i].style = style_by_values(known, declared);
  }
}

void ValuePools::add_originals(SqliteConnection &connection, std::size_t max_values) {
  const auto tables = constraints_->schema().tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column) {
      if (root_[position(table, column)] != position(table, column)) continue;
      Pool &pool = pools_[position(table, column)];
      const ColumnConstraint &facts = constraints_->column(table, column);
      const std::string value = "t." + sql::quote_name(tables[table].columns[column].name);
      const std::string sql =
          fmt::format("SELECT DISTINCT {0}, typeof({0}) FROM main.{1} AS t WHERE {0} IS NOT NULL "
                      "AND typeof({0}) <> 'blob' AND length({0}) <= {2} LIMIT {3}",
                      value, sql::quote_name(tables[table].name), longest_original, max_values);
      connection.query(sql, {}, [&](const SqliteRow &row) {
        const std::string_view kind = row.text(1);
        Value original = kind == "integer" ? Value::of(row.integer(0))
                         : kind == "real"  ? Value::of(row.real(0))
                                           : Value::of_text(row.text(0));
        // A NUL byte would end a statement that contains the value.
        if (original.bytes.find('\0') == original.bytes.npos) {
          take(pool.originals, stored_as(std::move(original), facts.affinity));
        }
        return true;
      });
    }
  }
  find_styles();
}

void ValuePools::add_constants(std::span<const std::string> golds) {
  const SqlNames names(constraints_->schema());
  sql::SyntaxTree tree;
  for (const std::string &gold : golds) {
    try {
      sql::parse(gold, tree);
    } catch (const Error &) {
      continue;
    }
    for (suite::ColumnConstant &constant : suite::constants_of(tree, sql::bind(tree, names))) {
      const std::size_t root = root_[position(constant.table, constant.column)];
      const Affinity affinity = sql::affinity_of(constraints_->schema().columns()[root].type);
      take(pools_[root].constants, stored_as(std::move(constant.value), affinity));
    }
  }
  find_styles();
}

void ValuePools::add_small_values() {
  const auto columns = constraints_->schema().columns();
  for (std::size_t i = 0; i < pools_.size(); ++i) {
    if (root_[i] != i) continue;
    Pool &pool = pools_[i];
    const Affinity affinity = sql::affinity_of(columns[i].type);
    std::vector<Value> more;
    for (const Value &constant : pool.constants) add_near(more, constant);
    switch (pool.style) {
      case ColumnStyle::integer:
      case ColumnStyle::year:
      case ColumnStyle::boolean:
        for (const std::int64_t number : {1, 2, 3, 0, -1}) more.push_back(Value::of(number));
        break;
      case ColumnStyle::real:
        for (const double number : {1.0, 2.0, 0.5, -1.5, 0.0}) more.push_back(Value::of(number));
        break;
      case ColumnStyle::text:
        // Some are numbers, which have a different order as text.
        for (const char *const text : {"a", "b", "A", "9", "10"}) {
          more.push_back(Value::of_text(text));
        }
        break;
      default: break;
    }
    if (pool.style != ColumnStyle::text) {
      const Table &table = *std::prev(std::upper_bound(
          constraints_->schema().tables().begin(), constraints_->schema().tables().end(), i,
          [](std::size_t column, const Table &at) { return column < at.first_column; }));
      const auto position =
          static_cast<std::uint32_t>(&table - constraints_->schema().tables().data());
      for (std::uint64_t number = 0; number < 2; ++number) {
        more.push_back(fresh(position, static_cast<std::uint32_t>(i - table.first_column), number));
      }
    }
    for (Value &value : more) take(pool.constants, stored_as(std::move(value), affinity));
  }
}

Value ValuePools::fresh(std::uint32_t table, std::uint32_t column, std::uint64_t number) const {
  const ColumnConstraint &facts = constraints_->column(table, column);
  const Affinity affinity = facts.affinity;
  const auto whole = static_cast<std::int64_t>(number);
  if (facts.range) return stored_as(within(*facts.range, number), affinity);
  switch (style(table, column)) {
    case ColumnStyle::integer: return stored_as(Value::of(whole), affinity);
    case ColumnStyle::real: return stored_as(Value::of(static_cast<double>(whole) + 0.5), affinity);
    case ColumnStyle::year: return stored_as(Value::of(1900 + whole), affinity);
    case ColumnStyle::boolean: return stored_as(Value::of(whole % 2), affinity);
    case ColumnStyle::date: return Value::of_text(date_of(number));
    case ColumnStyle::date_time:
      return Value::of_text(date_of(number / 24) + fmt::format(" {:02}:30:00", number % 24));
    case ColumnStyle::time:
      return Value::of_text(
          fmt::format("{:02}:{:02}:{:02}", number / 3600 % 24, number / 60 % 60, number % 60));
    case ColumnStyle::text: break;
  }
  // Letters, so that no mutator treats it as a number.
  return Value::of_text(facts.shape.empty() ? letters_of(number) : shaped(facts.shape, number));
}

}  // namespace sluice::inline v0
