#include "sluice/suite/random_generator.hpp"

#include <algorithm>
#include <utility>

#include "random_values.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/suite/value_pool.hpp"
#include "suite/key_index.hpp"
#include "suite/row_check.hpp"

namespace sluice::inline v0 {
namespace {

using suite::ColumnValues;
using suite::happens;
using suite::KeyIndex;

/// Length of the chain of references from each table to one that references nothing.
std::vector<std::size_t> levels(const Constraints &constraints) {
  std::vector<std::size_t> level(constraints.schema().tables().size());
  for (const std::uint32_t table : constraints.order()) {
    for (const ReferenceConstraint &reference : constraints.references()) {
      if (reference.table != table || reference.referenced_table == table) continue;
      level[table] = std::max(level[table], level[reference.referenced_table] + 1);
    }
  }
  // In a cycle, levels have no meaning; they are kept small.
  for (std::size_t &of : level) of = std::min<std::size_t>(of, 6);
  return level;
}

/// Fills one database, table by table.
class Filling {
 public:
  Filling(const ValuePools &pools, const RandomOptions &options,
          const std::vector<std::size_t> &level, std::uint64_t seed)
      : pools_(pools),
        constraints_(pools.constraints()),
        options_(options),
        level_(level),
        random_(seed),
        database_(constraints_.share_schema()) {
    for (const CheckConstraint &check : constraints_.checks()) {
      checks_.emplace_back(constraints_, check);
    }
  }

  TestDatabase fill() {
    const double random_share = happens(random_, options_.no_random) ? 0 : options_.random;
    const bool flat = happens(random_, 0.5);
    const bool tiny = happens(random_, options_.tiny);
    for (const std::uint32_t table : constraints_.order()) {
      const bool empty = happens(random_, options_.empty_tables);
      const std::size_t rows = tiny ? random_.below(5) : size_of(table, flat);
      fill_table(table, empty ? 0 : rows, random_share);
    }
    database_.settle(constraints_);
    return std::move(database_);
  }

 private:
  std::size_t size_of(std::uint32_t table, bool flat) {
    std::size_t rows = 0;
    if (flat) {
      rows = random_.below(31);
      rows += random_.below(201);
    } else {
      rows = (1 + random_.below(31)) << (2 * level_[table]);
    }
    return std::min(rows, options_.max_rows);
  }

  void fill_table(std::uint32_t table, std::size_t rows, double random_share) {
    const Table &shape = constraints_.schema().tables()[table];
    std::vector<ColumnValues> columns;
    for (std::uint32_t column = 0; column < shape.columns.size(); ++column) {
      columns.emplace_back(pools_, table, column, options_, is_checked(table) ? 0 : random_share,
                           random_);
    }
    std::vector<const ReferenceConstraint *> references;
    for (const ReferenceConstraint &reference : constraints_.references()) {
      if (reference.table == table) references.push_back(&reference);
    }
    std::vector<KeyIndex> keys;
    for (const KeyConstraint &key : constraints_.keys()) {
      if (key.table == table) keys.emplace_back(constraints_, table, key.columns);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      draw_row(table, columns, references);
      if (!passes_checks(table)) continue;
      // If one key refuses the row, values already recorded for its other keys only make those
      // values rarer; that is harmless.
      bool unique = true;
      for (KeyIndex &key : keys) unique = unique && key.add(cells_);
      if (unique) database_.add(table, cells_);
    }
  }

  bool is_checked(std::uint32_t table) const {
    return std::any_of(checks_.begin(), checks_.end(),
                       [table](const suite::RowCheck &check) { return check.table() == table; });
  }

  bool passes_checks(std::uint32_t table) const {
    return std::all_of(checks_.begin(), checks_.end(), [&](const suite::RowCheck &check) {
      return check.table() != table || check.allows(cells_);
    });
  }

  void draw_row(std::uint32_t table, std::vector<ColumnValues> &columns,
                const std::vector<const ReferenceConstraint *> &references) {
    values_.assign(columns.size(), Value());
    for (std::uint32_t column = 0; column < columns.size(); ++column) {
      const ColumnConstraint &facts = constraints_.column(table, column);
      if (facts.computed) continue;
      if (!facts.not_null && happens(random_, options_.nulls)) continue;
      values_[column] = columns[column].draw(random_);
    }
    for (const ReferenceConstraint *reference : references) refer(*reference);
    cells_.clear();
    for (const Value &value : values_) cells_.push_back(value.cell());
  }

  /// Copies the referenced values from an existing row. If a table references itself and has no row
  /// yet, uses the values of this row.
  void refer(const ReferenceConstraint &reference) {
    const auto may_be_null = [&](std::uint32_t column) {
      return constraints_.allows_null(reference.table, column);
    };
    const bool nullable =
        std::any_of(reference.columns.begin(), reference.columns.end(), may_be_null);
    if (nullable && happens(random_, options_.nulls)) {
      for (const std::uint32_t column : reference.columns) {
        if (may_be_null(column)) values_[column] = Value();
      }
      return;
    }
    const std::size_t parents = database_.rows(reference.referenced_table);
    const bool itself = reference.table == reference.referenced_table;
    if (parents == 0 && !itself) {
      for (const std::uint32_t column : reference.columns) {
        if (may_be_null(column)) values_[column] = Value();
      }
      return;
    }
    const std::size_t row = parents == 0 ? 0 : random_.below(parents);
    for (std::size_t i = 0; i < reference.columns.size(); ++i) {
      const Value value = parents == 0 ? values_[reference.referenced_columns[i]]
                                       : Value(database_.row(reference.referenced_table,
                                                             row)[reference.referenced_columns[i]]);
      values_[reference.columns[i]] =
          stored_as(value, constraints_.column(reference.table, reference.columns[i]).affinity);
    }
  }

  const ValuePools &pools_;
  const Constraints &constraints_;
  const RandomOptions &options_;
  const std::vector<std::size_t> &level_;
  Random random_;
  TestDatabase database_;
  std::vector<suite::RowCheck> checks_;
  std::vector<Value> values_;
  std::vector<Cell> cells_;
};

void require_share(double share, const char *name) {
  if (!(share >= 0 && share <= 1)) {
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is not a probability in [0, 1]");
  }
}

}  // namespace

RandomGenerator::RandomGenerator(std::shared_ptr<const ValuePools> pools,
                                 const RandomOptions &options)
    : pools_(std::move(pools)), options_(options), level_(levels(pools_->constraints())) {
  require_share(options.drop, "drop");
  require_share(options.random, "random");
  require_share(options.no_random, "no_random");
  require_share(options.nulls, "nulls");
  require_share(options.empty_tables, "empty_tables");
  require_share(options.tiny, "tiny");
}

std::optional<TestDatabase> RandomGenerator::generate(std::size_t number) const {
  const std::uint64_t seed =
      Fingerprint().add(options_.seed).add(static_cast<std::uint64_t>(number)).value();
  return Filling(*pools_, options_, level_, seed).fill();
}

}  // namespace sluice::inline v0
