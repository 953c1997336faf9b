#include <optional>
#include <unordered_map>
#include <utility>

#include "json_fields.hpp"
#include "schema/names.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::member_of;
using schema_detail::text_of;

/// A database that may receive descriptions. Its definition is created for the first one.
struct Described {
  std::shared_ptr<const Database> database;
  std::optional<DatabaseDefinition> changed;

  /// The column of that name, or nullptr.
  ColumnDefinition *find(std::string_view table, std::string_view column) {
    for (std::size_t t = 0; t < database->tables().size(); ++t) {
      const Table &candidate = database->tables()[t];
      if (!same_name(candidate.name, table)) continue;
      for (std::size_t c = 0; c < candidate.columns.size(); ++c) {
        if (!same_name(candidate.columns[c].name, column)) continue;
        if (!changed) changed = database->definition();
        return &changed->tables[t].columns[c];
      }
    }
    return nullptr;
  }
};

}  // namespace

Databases describe(const Databases &databases, std::string_view json_lines,
                   const std::string &source) {
  std::vector<Described> described;
  std::unordered_map<std::string, std::size_t> positions;
  for (const auto &database : databases) {
    positions.emplace(lower_ascii(database->name()), described.size());
    described.push_back({database, std::nullopt});
  }
  each_json_line(json_lines, source, [&](JsonValue line) {
    const auto field = [&](std::string_view key) {
      return text_of(member_of(line, key, "a description"), key);
    };
    const auto found = positions.find(lower_ascii(field("db_id")));
    const auto table = field("table");
    const auto column = field("column");
    const auto meaning = field("meaning");
    if (found == positions.end()) return;
    ColumnDefinition *target = described[found->second].find(table, column);
    if (target != nullptr) target->description = meaning;
  });

  Databases result;
  for (Described &entry : described) {
    result.push_back(entry.changed ? Database::make(std::move(*entry.changed)) : entry.database);
  }
  return result;
}

}  // namespace sluice::inline v0
