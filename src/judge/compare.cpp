#include "sluice/judge/compare.hpp"

#include <numeric>

namespace sluice::inline v0 {

std::string_view name_of(ComparisonMode mode) noexcept {
  switch (mode) {
    case ComparisonMode::test_suite: return "test-suite";
    case ComparisonMode::strict: return "strict";
    case ComparisonMode::bird: return "bird";
    case ComparisonMode::bird_soft_f1: return "soft-f1";
    case ComparisonMode::spider2: return "spider2";
  }
  return "unknown";
}

std::string_view name_of(Difference difference) noexcept {
  switch (difference) {
    case Difference::none: return "none";
    case Difference::columns: return "columns";
    case Difference::fewer_rows: return "fewer_rows";
    case Difference::more_rows: return "more_rows";
    case Difference::rows: return "rows";
    case Difference::arrangement: return "arrangement";
    case Difference::number_types: return "number_types";
    case Difference::too_many_orders: return "too_many_orders";
    case Difference::invalid_utf8: return "stray_bytes";
  }
  return "unknown";
}

namespace {

ComparisonResult verdict(Difference difference) noexcept {
  const bool same = difference == Difference::none;
  return {same, same ? 1.0 : 0.0, difference};
}

std::vector<std::size_t> in_order(std::size_t columns) {
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

bool is_bird(ComparisonMode mode) noexcept {
  return mode == ComparisonMode::bird || mode == ComparisonMode::bird_soft_f1;
}

Difference compare_test_suite(const Denotation &gold, const Denotation &predicted, RowOrder order) {
  switch (match_columns(gold, predicted, order).found) {
    case ColumnMatch::Found::no: return Difference::arrangement;
    case ColumnMatch::Found::unknown: return Difference::too_many_orders;
    case ColumnMatch::Found::yes: break;
  }
  return official_quick_reject(gold, predicted, order) ? Difference::number_types
                                                       : Difference::none;
}

}  // namespace

PredictionReader::PredictionReader(const GoldResult &gold, const ComparisonRules &rules)
    : gold_(gold), rules_(rules) {
  if (is_bird(rules.mode) && gold.has_invalid_utf8()) settled_ = Difference::invalid_utf8;
}

bool PredictionReader::settle(Difference difference) noexcept {
  settled_ = difference;
  return false;
}

bool PredictionReader::operator()(Row row) {
  if (settled_) return false;
  const Denotation &gold = gold_.denotation();
  ++count_;
  const bool counts_rows = !is_bird(rules_.mode);
  if (counts_rows && count_ > gold.rows()) return settle(Difference::more_rows);
  switch (rules_.mode) {
    case ComparisonMode::test_suite:
    case ComparisonMode::strict:
    case ComparisonMode::bird:
      if (!gold.empty() && row.size() != gold.columns()) return settle(Difference::columns);
      break;
    default: break;
  }
  return keep(row);
}

bool PredictionReader::keep(Row row) {
  const Row readable = reader_.read(row);
  const auto hashes = reader_.hashes();
  if (is_bird(rules_.mode) && reader_.has_invalid_utf8()) return settle(Difference::invalid_utf8);
  switch (rules_.mode) {
    case ComparisonMode::test_suite:
    case ComparisonMode::strict: {
      const Hash128 hash = hash_of_values(hashes);
      const bool known = rules_.order == RowOrder::matters ? gold_.row_hash(count_ - 1) == hash
                                                           : gold_.has_row(hash);
      if (!known) return settle(Difference::rows);
      rows_.add(readable, hashes);
      return true;
    }
    case ComparisonMode::bird:
      if (!gold_.contains(readable, hashes)) return settle(Difference::rows);
      distinct_.add(readable, hashes);
      return true;
    case ComparisonMode::bird_soft_f1: distinct_.add(readable, hashes); return true;
    case ComparisonMode::spider2: rows_.add(readable, hashes); return true;
  }
  return true;
}

ComparisonResult PredictionReader::finish(std::size_t columns) {
  if (settled_) return verdict(*settled_);
  const bool both_empty = gold_.denotation().empty() && count_ == 0;
  switch (rules_.mode) {
    case ComparisonMode::test_suite:
      if (both_empty) return verdict(Difference::none);
      break;
    case ComparisonMode::strict:
      if (columns != gold_.columns()) return verdict(Difference::columns);
      if (both_empty) return verdict(Difference::none);
      break;
    default: break;
  }
  return compare();
}

ComparisonResult PredictionReader::compare() const {
  const Denotation &gold = gold_.denotation();
  switch (rules_.mode) {
    case ComparisonMode::test_suite:
      if (count_ < gold.rows()) return verdict(Difference::fewer_rows);
      return verdict(compare_test_suite(gold, rows_, rules_.order));
    case ComparisonMode::strict:
      if (count_ < gold.rows()) return verdict(Difference::fewer_rows);
      return verdict(same_rows(gold, rows_, in_order(gold.columns()), rules_.order)
                         ? Difference::none
                         : Difference::arrangement);
    case ComparisonMode::bird:
      // Each of its rows is in gold's set, so only the numbers of rows remain to be compared.
      return verdict(distinct_.size() < gold.rows() ? Difference::fewer_rows : Difference::none);
    case ComparisonMode::bird_soft_f1: {
      const double score = soft_f1(gold, distinct_.rows());
      return {score == 1, score, score == 1 ? Difference::none : Difference::rows};
    }
    case ComparisonMode::spider2:
      if (count_ < gold.rows()) return verdict(Difference::fewer_rows);
      return verdict(gold.empty() || spider2_columns_found(gold, rows_, rules_)
                         ? Difference::none
                         : Difference::columns);
  }
  return {};
}

}  // namespace sluice::inline v0
