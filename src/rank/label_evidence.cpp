#include "sluice/rank/label_evidence.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/sql/affinity.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::array<std::string_view, 11> small_numbers{
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};

/// Words that ask for an aggregate even if a column has that name.
bool asks(std::string_view word) noexcept {
  return word == "number" || word == "average" || word == "count" || word == "total" ||
         word == "maximum" || word == "minimum";
}

std::vector<std::uint64_t> stems_of(std::string_view name) {
  std::vector<std::uint64_t> stems;
  for (const std::string &word : split_identifier(name)) stems.push_back(hash64(stem(word)));
  return stems;
}

ColumnType type_of(std::string_view type) {
  switch (sql::affinity_of(type)) {
    case sql::Affinity::text: return ColumnType::text;
    case sql::Affinity::integer:
    case sql::Affinity::real: return ColumnType::number;
    default: return lower_ascii(type) == "number" ? ColumnType::number : ColumnType::other;
  }
}

}  // namespace

LabelSchema::LabelSchema(std::shared_ptr<const Database> database)
    : database_(std::move(database)),
      graph_(std::make_shared<const SchemaGraph>(*Catalog::make({database_}), DatabaseId(0))) {
  std::map<std::string, int> names;
  for (const Column &column : database_->columns()) ++names[lower_ascii(column.name)];
  for (const Table &table : database_->tables()) {
    Element of;
    of.stems = stems_of(table.readable_name());
    for (const Column &column : table.columns) {
      Element element;
      element.stems = stems_of(column.readable_name());
      element.table = static_cast<std::uint32_t>(tables_.size());
      element.type = type_of(column.type);
      element.is_repeated = names[lower_ascii(column.name)] > 1;
      columns_.push_back(std::move(element));
    }
    for (const std::uint32_t key : table.primary_key)
      columns_[table.first_column + key].is_primary = true;
    tables_.push_back(std::move(of));
  }
  for (const ForeignKey &key : database_->foreign_keys()) {
    for (const std::uint32_t column : key.columns)
      columns_[database_->tables()[key.table].first_column + column].is_foreign = true;
  }
  for (const auto *elements : {&tables_, &columns_}) {
    for (const Element &of : *elements)
      stems_.insert(stems_.end(), of.stems.begin(), of.stems.end());
  }
  std::ranges::sort(stems_);
  stems_.erase(std::unique(stems_.begin(), stems_.end()), stems_.end());
}

LabelQuestion LabelSchema::read(const Question &question) const {
  static const std::uint64_t name_mark = hash64("#s"), number_mark = hash64("#n"),
                             value_mark = hash64("#v");
  const std::string_view text = question.text();
  LabelQuestion read;
  const auto offset = [&](const char *at) { return static_cast<std::uint32_t>(at - text.data()); };
  const auto number = [&](std::string_view digits, std::uint32_t begin) {
    read.literals.push_back({std::string(digits), true, begin});
  };
  std::uint32_t value_end = 0;  // end of a capitalized word that the next one may continue
  bool is_first = true;
  const auto add = [&](const QuestionWord &asked) {
    const std::string_view word = asked.text;
    const std::string &folded = asked.folded;
    LabelWord of;
    of.begin = offset(word.data());
    of.end = of.begin + static_cast<std::uint32_t>(word.size());
    const bool starts = std::exchange(is_first, false);
    of.stem = of.masked = hash64(asked.stem);
    const bool is_name = std::ranges::binary_search(stems_, of.stem) && !asks(folded);
    if (is_ascii_digits(word)) {
      of.masked = number_mark;
      LabelLiteral *before = read.literals.empty() ? nullptr : &read.literals.back();
      // "3.5" is one number, "2009-01-01" is one text.
      const bool continues = before != nullptr && of.begin > 1 &&
                             before->begin + before->text.size() + 1 == of.begin &&
                             is_ascii_digit(before->text.back());
      const char between = of.begin > 0 ? text[of.begin - 1] : ' ';
      if (continues && (between == '-' || (between == '.' && before->is_number))) {
        before->text += between;
        before->text += word;
        before->is_number = between == '.';
      } else {
        number(word, of.begin);
      }
    } else if (const auto small = std::ranges::find(small_numbers, folded);
               small != small_numbers.end() && folded != "one" && folded != "zero") {
      of.masked = number_mark;
      number(std::to_string(small - small_numbers.begin()), of.begin);
    } else if (!starts && is_ascii_upper(word.front())) {
      of.masked = is_name ? name_mark : value_mark;
      if (!is_name) {
        if (!read.literals.empty() && value_end != 0 && value_end + 1 == of.begin &&
            text[value_end] == ' ') {
          read.literals.back().text += ' ';
          read.literals.back().text += word;
        } else {
          read.literals.push_back({std::string(word), false, of.begin});
        }
        value_end = of.end;
      }
    } else if (is_name) {
      of.masked = name_mark;
    }
    if (of.masked != value_mark) value_end = 0;
    read.words.push_back(of);
  };
  auto word = question.words().begin();
  const auto last = question.words().end();
  std::string_view rest = text;
  while (!rest.empty()) {
    // An apostrophe inside a word does not open a quote.
    std::size_t quote = 0;
    while (quote < rest.size() &&
           !(rest[quote] == '"' || (rest[quote] == '\'' && (quote == 0 ? rest.data() == text.data()
                                                                       : rest[quote - 1] == ' '))))
      ++quote;
    for (; word != last && word->text.data() < rest.data() + quote; ++word) add(*word);
    rest.remove_prefix(quote);
    if (rest.empty()) break;
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == rest.npos) {
      rest.remove_prefix(1);
      continue;
    }
    const std::string_view inside = rest.substr(1, end - 1);
    const std::uint32_t begin = offset(inside.data());
    const bool digits = is_ascii_digits(inside);
    read.literals.push_back({std::string(inside), digits, begin});
    read.words.push_back({0, digits ? number_mark : value_mark, begin,
                          begin + static_cast<std::uint32_t>(inside.size())});
    is_first = false;
    value_end = 0;
    rest.remove_prefix(end + 1);
    while (word != last && word->text.data() < rest.data()) ++word;
  }
  return read;
}

}  // namespace sluice::inline v0
