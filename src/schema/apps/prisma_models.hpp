#ifndef SLUICE_SRC_SCHEMA_APPS_PRISMA_MODELS_HPP
#define SLUICE_SRC_SCHEMA_APPS_PRISMA_MODELS_HPP

/// The tables that the models of a Prisma schema describe.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "prisma_text.hpp"
#include "schema/load/source_problems.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Resolves the names of models, enumerations and types, which may be in any order and in several
/// files. The texts must outlive the object. Not thread-safe.
class PrismaModels {
 public:
  explicit PrismaModels(std::vector<PrismaBlock> blocks) : blocks_(std::move(blocks)) {}

  /// What is wrong is added to `problems`, with its line.
  DatabaseDefinition make(SourceProblems &problems);

 private:
  /// A model's table, and its columns by the names of fields.
  struct Model {
    std::size_t table;
    std::unordered_map<std::string_view, std::size_t> columns;
  };

  void add_table(const PrismaBlock &block, SourceProblems &problems);
  /// `names` has the names of the table's columns. Returns whether the column is new.
  bool add_column(TableDefinition &table, std::unordered_set<std::string> &names,
                  const PrismaField &field, const std::string &parent, int level);
  void add_key(const PrismaBlock &block);
  void add_relations(const PrismaBlock &block, SourceProblems &problems);
  bool add_relation(const Model &model, const Model &referenced, const PrismaAttribute &relation);
  std::string type_of(const PrismaField &field) const;
  std::vector<std::string> values_of(std::string_view enumeration) const;
  const PrismaBlock *find(std::string_view kind, std::string_view name) const;
  bool is_model(std::string_view type) const;

  std::vector<PrismaBlock> blocks_;
  DatabaseDefinition database_;
  std::unordered_map<std::string_view, const PrismaBlock *> named_;
  std::unordered_map<std::string_view, Model> models_;
  std::unordered_set<std::string> names_;  // of tables, with their qualifiers
  std::size_t nested_ = 0;                 // fields of types in columns
};

}  // namespace sluice::inline v0::schema_detail

#endif
