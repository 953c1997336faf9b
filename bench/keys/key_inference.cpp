#include "key_inference.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "schema/inference/inferred_keys.hpp"
#include "schema/inference/key_features.hpp"
#include "schema/references.hpp"

namespace sluice::bench {
namespace {

using ColumnPlace = std::pair<std::size_t, std::size_t>;  // table, column
using Pairs = std::set<std::pair<ColumnPlace, ColumnPlace>>;

void add_pairs(Pairs &pairs, std::size_t table, auto &&columns, std::size_t referenced_table,
               auto &&referenced) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ColumnPlace from{table, columns[i]}, to{referenced_table, referenced[i]};
    if (from != to && !pairs.contains({to, from})) pairs.insert({from, to});
  }
}

Pairs declared_pairs(const Database &database) {
  Pairs pairs;
  for (const ForeignKey &key : database.foreign_keys())
    add_pairs(pairs, key.table, key.columns, key.referenced_table, key.referenced_columns);
  return pairs;
}

void add(KeyAgreement &agreement, const Pairs &declared, const Pairs &inferred) {
  agreement.declared += declared.size();
  agreement.inferred += inferred.size();
  for (const auto &[from, to] : inferred) {
    if (declared.contains({from, to})) {
      ++agreement.both;
      ++agreement.directed;
    } else if (declared.contains({to, from})) {
      ++agreement.both;
    }
  }
}

}  // namespace

std::shared_ptr<const Database> without_keys(const Database &database, HiddenKeys hidden) {
  DatabaseDefinition definition = database.definition();
  definition.foreign_keys.clear();
  if (hidden == HiddenKeys::all)
    for (TableDefinition &table : definition.tables) table.primary_key.clear();
  return Database::make(std::move(definition));
}

KeyAgreement key_agreement(const KeyedDatabases &of, HiddenKeys hidden, bool with_values,
                           const KeyInferenceOptions &options) {
  KeyAgreement agreement;
  for (const auto &database : of.databases) {
    const auto bare = without_keys(*database, hidden);
    const auto values = of.values.find(std::string(database->name()));
    const ValueSketches *sketches =
        with_values && values != of.values.end() ? &values->second : nullptr;
    Pairs inferred;
    for (const auto &[key, probability] : infer_keys(*bare, options, sketches))
      add_pairs(inferred, key.table, key.columns, key.referenced_table, key.referenced_columns);
    add(agreement, declared_pairs(*database), inferred);
  }
  return agreement;
}

KeyAgreement same_name_agreement(const KeyedDatabases &of, HiddenKeys hidden) {
  KeyAgreement agreement;
  for (const auto &database : of.databases) {
    const auto catalog = Catalog::make({without_keys(*database, hidden)});
    const auto first_column = [&](TableId table) { return catalog->columns(table)[0].index(); };
    Pairs inferred;
    for (const auto &reference :
         schema_detail::visible_references(*catalog, DatabaseId(0), nullptr, {})) {
      const auto positions = [&](TableId table, const std::vector<ColumnId> &columns) {
        std::vector<std::size_t> found;
        for (const ColumnId column : columns) found.push_back(column.index() - first_column(table));
        return found;
      };
      add_pairs(inferred, reference.from.index(), positions(reference.from, reference.from_columns),
                reference.to.index(), positions(reference.to, reference.to_columns));
    }
    add(agreement, declared_pairs(*database), inferred);
  }
  return agreement;
}

void write_candidates(const KeyedDatabases &of, std::ostream &out) {
  for (const auto &database : of.databases) {
    const Pairs declared = declared_pairs(*database);
    // What such databases do not declare is no counterexample.
    if (2 * declared.size() < database->tables().size()) continue;
    const auto values = of.values.find(std::string(database->name()));
    for (const HiddenKeys hidden : {HiddenKeys::foreign, HiddenKeys::all}) {
      const auto bare = without_keys(*database, hidden);
      const auto kinds = schema_detail::value_kinds(*bare);
      for (const auto &candidate :
           schema_detail::key_candidates(schema_detail::whole_scope(*bare))) {
        const auto measured = schema_detail::measure(
            candidate, *bare, kinds, values == of.values.end() ? nullptr : &values->second);
        const ColumnPlace from{candidate.table, candidate.column};
        const ColumnPlace to{candidate.referenced_table, candidate.referenced_column};
        const Table &table = bare->tables()[candidate.table];
        const Table &referred = bare->tables()[candidate.referenced_table];
        out << declared.contains({from, to}) << '\t' << measured.has_values << '\t' << bare->name()
            << '\t' << table.name << '.' << table.columns[candidate.column].name << '\t'
            << referred.name << '.' << referred.columns[candidate.referenced_column].name;
        for (const float feature : measured.features) out << '\t' << feature;
        out << '\n';
      }
    }
  }
}

}  // namespace sluice::bench
