#include "key_index.hpp"

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::suite {
namespace {

template <class Number>
void append_raw(std::string &key, Number number) {
  key.append(reinterpret_cast<const char *>(&number), sizeof number);
}

void append(std::string &key, const Value &value, bool no_case) {
  switch (value.kind) {
    case CellKind::integer:
      key += 'i';
      append_raw(key, value.integer);
      return;
    case CellKind::real: {
      // 1 and 1.0 are the same key.
      const Value whole = stored_as(value, Affinity::integer);
      if (whole.kind == CellKind::integer) return append(key, whole, no_case);
      key += 'r';
      append_raw(key, value.real);
      return;
    }
    default:
      key += value.kind == CellKind::text ? 't' : 'b';
      append_raw(key, value.bytes.size());
      key += no_case ? lower_ascii(value.bytes) : value.bytes;
  }
}

}  // namespace

KeyIndex::KeyIndex(const Constraints &constraints, std::uint32_t table,
                   std::span<const std::uint32_t> columns)
    : columns_(columns) {
  for (const std::uint32_t column : columns) {
    const ColumnConstraint &facts = constraints.column(table, column);
    compared_.push_back({facts.affinity, facts.no_case});
  }
}

std::string KeyIndex::key_of(Row row, std::span<const std::uint32_t> columns) const {
  std::string key;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    append(key, stored_as(Value(row[columns[i]]), compared_[i].affinity), compared_[i].no_case);
  }
  return key;
}

bool KeyIndex::add(Row row) {
  if (has_null(row, columns_)) return true;
  return keys_.insert(key_of(row, columns_)).second;
}

bool KeyIndex::contains(Row row, std::span<const std::uint32_t> columns) const {
  return has_null(row, columns) || keys_.contains(key_of(row, columns));
}

}  // namespace sluice::inline v0::suite
