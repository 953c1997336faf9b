#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_PROJECT_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_PROJECT_HPP

/// What the files of a dbt project say about its tables, all together.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dbt_columns.hpp"
#include "dbt_docs.hpp"
#include "dbt_names.hpp"
#include "dbt_rules.hpp"
#include "sluice/schema/definition.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// A table or view.
struct DbtRelation {
  DbtName name;
  TableKind kind = TableKind::table;
  bool is_actual = false;   ///< The warehouse has it: name and kind are known from there.
  bool is_quoted = false;   ///< Its name keeps its case.
  std::string description;  ///< The project's.
  std::string comment;      ///< The warehouse's.
  MembersDefinition members;
  DbtColumns columns;
  std::vector<DbtRule> rules;
  std::vector<std::string> inferred_key;  ///< What dbt takes for the primary key.
  std::optional<std::size_t> source;      ///< Its place in `source_descriptions`.
};

/// A model, seed, snapshot or source.
struct DbtResource {
  std::string source;  ///< Of a source, its name; the table's is `name`.
  std::string package;
  std::string name;
  std::string version;
  bool is_latest = true;                ///< Of the versions of a model.
  std::optional<std::size_t> relation;  ///< None if dbt builds none.
};

/// Relations are found by their names and by the names of resources. Several resources may be one
/// relation: a seed and a source, for example. Not thread-safe.
class DbtProject {
 public:
  explicit DbtProject(const LoadOptions &options) : options_(options) {}

  /// The relation of that name, which is added if there is none. A relation that the warehouse has
  /// is also found in another case, if only one is.
  std::size_t relation(const DbtName &name, bool is_quoted);
  /// The warehouse's relation of that name, which is added if there is none of exactly that name.
  std::size_t actual_relation(const DbtName &name);
  /// The relation of that name, or the only one that differs by case; nullopt if there is none.
  std::optional<std::size_t> find_relation(const DbtName &name) const;
  DbtRelation &operator[](std::size_t relation) noexcept { return relations_[relation]; }
  std::vector<DbtRelation> &relations() noexcept { return relations_; }

  /// `id` may be empty. The relation of an id that was added before, or nullptr.
  void add(std::string_view id, DbtResource resource);
  const DbtResource *find(std::string_view id) const;
  /// Ids of the warehouse's relations.
  void add_actual(std::string_view id, std::size_t relation);
  std::optional<std::size_t> find_actual(std::string_view id) const;
  /// The resource that a reference means. `package` is where it is written.
  const DbtResource *resolve(const DbtReference &reference, std::string_view package) const;

  /// Adds to what was skipped. Stops after some thousand.
  void report(std::string where, std::string reason);

  DbtDocs docs;
  std::string project_name;                      ///< Empty if unknown.
  std::optional<sql::Dialect> dialect;           ///< Of the adapter.
  std::vector<std::string> source_descriptions;  ///< Of groups of tables.

 private:
  template <class MayBe>
  std::optional<std::size_t> find(const DbtName &name, MayBe may_be) const;

  std::vector<DbtRelation> relations_;
  std::unordered_map<std::string, std::size_t> exact_;                // by full name
  std::unordered_map<std::string, std::vector<std::size_t>> folded_;  // the same in lower case
  std::vector<DbtResource> resources_;
  std::unordered_map<std::string, std::size_t> ids_;                        // resources
  std::unordered_map<std::string, std::size_t> actual_;                     // relations
  std::unordered_map<std::string, std::vector<std::size_t>> by_reference_;  // resources
  const LoadOptions &options_;
  std::size_t reports_ = 0;
};

/// The databases that a project describes. Consumes its relations. `name` is for relations whose
/// database is unknown, `place` for messages.
std::vector<DatabaseDefinition> definitions_of(DbtProject &project, const std::string &name,
                                               const Place &place, const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
