#include "sluice/rank/schema_pruner.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include "sluice/core/error.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

/// Tables and columns as flags.
class Flags {
 public:
  Flags(const Database &database, std::span<const std::uint32_t> table_of)
      : database_(database),
        table_of_(table_of),
        tables_(database.tables().size()),
        columns_(table_of.size()) {}

  void add(const PrunedSchema &elements) {
    for (const std::uint32_t table : elements.tables) tables_[table] = 1;
    for (const std::uint32_t column : elements.columns) add_column(column);
  }
  void add_table(std::size_t table) { tables_[table] = 1; }
  void add_column(std::size_t column) {
    columns_[column] = 1;
    tables_[table_of_[column]] = 1;
  }
  void add_all() {
    tables_.assign(tables_.size(), 1);
    columns_.assign(columns_.size(), 1);
  }

  void close_keys() {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t] != 0) add_primary_key(t);
    }
    for (const ForeignKey &key : database_.foreign_keys()) {
      if (tables_[key.table] == 0 || tables_[key.referenced_table] == 0) continue;
      add_key(key.table, key.columns);
      add_key(key.referenced_table, key.referenced_columns);
    }
  }
  void fill_empty_tables() {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const Table &table = database_.tables()[t];
      const auto first = columns_.begin() + table.first_column;
      const bool has_column =
          std::any_of(first, first + static_cast<std::ptrdiff_t>(table.columns.size()),
                      [](std::uint8_t kept) { return kept != 0; });
      if (tables_[t] != 0 && !has_column) add_primary_key(t);
    }
  }

  PrunedSchema result() const { return {positions(tables_), positions(columns_)}; }

 private:
  void add_key(std::size_t table, std::span<const std::uint32_t> columns) {
    for (const std::uint32_t column : columns)
      columns_[database_.tables()[table].first_column + column] = 1;
  }
  void add_primary_key(std::size_t table) { add_key(table, database_.tables()[table].primary_key); }
  static std::vector<std::uint32_t> positions(const std::vector<std::uint8_t> &flags) {
    std::vector<std::uint32_t> set;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i] != 0) set.push_back(static_cast<std::uint32_t>(i));
    }
    return set;
  }

  const Database &database_;
  std::span<const std::uint32_t> table_of_;
  std::vector<std::uint8_t> tables_, columns_;
};

std::shared_ptr<const LexicalIndex> index_of(const Database &database,
                                             const std::vector<std::uint32_t> &table_of,
                                             std::span<const std::vector<std::string>> values) {
  const std::vector<std::uint32_t> database_of(database.tables().size(), 0);
  LexicalIndexBuilder builder({1, database_of, table_of}, {}, database.fingerprint());
  const auto add_name = [&](Level level, std::size_t object, const auto &of) {
    builder.add(level, TextField::name, object, of.readable_name());
    for (const std::string &word : implied_words(of.name))
      builder.add(level, TextField::implied, object, word);
    builder.add(level, TextField::description, object, of.description);
  };
  for (std::size_t t = 0; t < database.tables().size(); ++t)
    add_name(Level::table, t, database.tables()[t]);
  for (std::size_t c = 0; c < database.columns().size(); ++c) {
    const Column &column = database.columns()[c];
    add_name(Level::column, c, column);
    if (values.empty()) {
      for (const std::string_view sample : column.samples())
        builder.add(Level::column, TextField::values, c, sample);
    } else {
      for (const std::string &value : values[c])
        builder.add(Level::column, TextField::values, c, value);
    }
  }
  return builder.finish();
}

/// One document per column, with the parameters of the paper.
Bm25Options bm25_options() {
  Bm25Options options;
  options.k1 = 1.5F;
  options.b = 0.75F;
  options.weights = FieldWeights();
  for (const Level level : {Level::table, Level::column}) {
    for (const TextField field :
         {TextField::name, TextField::implied, TextField::description, TextField::values})
      options.weights(level, field) = 1;
  }
  return options;
}

/// Keeps the elements whose expected loss exceeds their price. A query that reads a column reads
/// its table, so dropping a table risks only the table's probability. A kept table includes its
/// primary key.
void add_expected(const Database &database, const PruneQuery &query, const PruneOptions &options,
                  Flags &selection) {
  const double all =
      static_cast<double>(query.table_probabilities.size() + query.column_probabilities.size());
  const double cost = double{options.price} / all;
  for (std::size_t t = 0; t < database.tables().size(); ++t) {
    const Table &table = database.tables()[t];
    const auto probability = [&](std::size_t c) {
      return double{query.column_probabilities[table.first_column + c]};
    };
    double with_table = cost;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const bool is_key =
          options.keys && std::ranges::find(table.primary_key, c) != table.primary_key.end();
      with_table += is_key ? cost : std::min(cost, probability(c));
    }
    if (double{query.table_probabilities[t]} < with_table) continue;
    selection.add_table(t);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (probability(c) >= cost) selection.add_column(table.first_column + c);
    }
  }
}

}  // namespace

PrunedSchema elements_of(std::string_view text, const Database &database) {
  PrunedSchema found;
  if (text.size() > QueryShape::max_sql) return found;
  sql::SyntaxTree tree;
  try {
    sql::parse(text, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return found;
  }
  const SqlNames names(database);
  for (const sql::ColumnRead &read : sql::reads(tree, sql::bind(tree, names))) {
    found.tables.push_back(read.table);
    if (read.column != sql::no_position)
      found.columns.push_back(database.tables()[read.table].first_column + read.column);
  }
  found.tables.erase(std::unique(found.tables.begin(), found.tables.end()), found.tables.end());
  return found;
}

SchemaPruner::SchemaPruner(std::shared_ptr<const Database> database,
                           std::span<const std::vector<std::string>> values)
    : database_(std::move(database)) {
  if (!values.empty() && values.size() != database_->columns().size()) {
    throw Error(ErrorCode::mismatch, "values of another number of columns than the database has",
                {std::string(database_->name())});
  }
  for (std::uint32_t t = 0; t < database_->tables().size(); ++t)
    table_of_.insert(table_of_.end(), database_->tables()[t].columns.size(), t);
  documents_ =
      std::make_shared<const Bm25>(index_of(*database_, table_of_, values), bm25_options());
}

std::vector<std::uint32_t> SchemaPruner::columns_by_score(const Question &question) const {
  const AnalyzerOptions analysis = documents_->index().question_analyzer().options();
  std::vector<std::string> terms;  // with those of opaque words, which may be values
  for (const QuestionWord &word : question.words())
    std::ranges::move(question.terms(word, analysis), std::back_inserter(terms));
  const std::vector<float> scores = documents_->scores(terms);
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return scores[a] > scores[b]; });
  return order;
}

PrunedSchema SchemaPruner::prune(const PruneQuery &query, const PruneOptions &options) const {
  Flags selection(*database_, table_of_);
  if (table_of_.size() <= options.fits) {
    selection.add_all();
    return selection.result();
  }
  if (options.rule != PruneRule::top) {
    for (const ApproximatedQuery &of : query.approximations)
      selection.add(elements_of(of.sql, *database_));
  }
  std::size_t top = options.rule == PruneRule::top ? options.top : 0;
  if (options.rule == PruneRule::paper)
    top = std::clamp<std::size_t>(selection.result().columns.size() * 3 / 2, 6, 20);
  if (top != 0) {
    std::vector<std::uint32_t> best = columns_by_score(query.question);
    best.resize(std::min(best.size(), top));
    for (const std::uint32_t column : best) selection.add_column(column);
  }
  if (options.rule == PruneRule::calibrated || options.rule == PruneRule::expected) {
    if (query.table_probabilities.size() != database_->tables().size() ||
        query.column_probabilities.size() != table_of_.size()) {
      throw Error(ErrorCode::mismatch, "needs one probability per table and column",
                  {std::string(database_->name())});
    }
  }
  if (options.rule == PruneRule::expected) add_expected(*database_, query, options, selection);
  if (options.rule == PruneRule::calibrated) {
    for (std::size_t t = 0; t < query.table_probabilities.size(); ++t) {
      if (query.table_probabilities[t] >= options.threshold) selection.add_table(t);
    }
    for (std::size_t c = 0; c < query.column_probabilities.size(); ++c) {
      if (query.column_probabilities[c] >= options.threshold) selection.add_column(c);
    }
  }
  if (options.rule != PruneRule::query && options.rule != PruneRule::top) {
    for (const std::uint32_t column : query.named_columns) {
      if (column >= table_of_.size())
        throw Error(ErrorCode::mismatch, "a named column is not in the database",
                    {std::string(database_->name())});
      selection.add_column(column);
    }
  }
  if (options.keys) {
    selection.close_keys();
  } else {
    selection.fill_empty_tables();
  }
  return selection.result();
}

PruneQuality judge(const PrunedSchema &kept, const PrunedSchema &gold, const Database &database) {
  PruneQuality quality;
  quality.keeps_all = std::ranges::includes(kept.tables, gold.tables) &&
                      std::ranges::includes(kept.columns, gold.columns);
  const auto all = static_cast<double>(database.tables().size() + database.columns().size());
  if (all > 0)
    quality.shortening = 1 - static_cast<double>(kept.tables.size() + kept.columns.size()) / all;
  return quality;
}

}  // namespace sluice::inline v0
