#ifndef SLUICE_TESTS_PIPELINE_SAMPLE_CONTENT_HPP
#define SLUICE_TESTS_PIPELINE_SAMPLE_CONTENT_HPP

/// The sample databases of examples/data with their content and their questions.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice::test {

struct SampleQuestion {
  std::string question, database, sql;
  std::vector<std::string> reads;  ///< "table", "table.column"
};

/// The sample databases with much of their content, and their questions.
struct Samples {
  Databases databases;
  std::vector<SampleQuestion> questions;
};

inline Samples samples() {
  Samples read;
  const auto folder = source_directory() / "examples" / "data";
  const std::string path = (folder / "questions.jsonl").string();
  each_json_line(read_file(path), path, [&](JsonValue line) {
    read.questions.push_back({std::string(line.at("question").as_string()),
                              std::string(line.at("db_id").as_string()),
                              std::string(line.at("sql").as_string()),
                              {}});
    for (const char *kind : {"gold_tables", "gold_columns"}) {
      for (const JsonValue name : line.at(kind))
        read.questions.back().reads.emplace_back(name.as_string());
    }
    const std::string &name = read.questions.back().database;
    for (const auto &known : read.databases) {
      if (known->name() == name) return;
    }
    const std::string script = (folder / (name + ".sql")).string();
    read.databases.push_back(load_ddl(read_file(script), name, script, {.samples = 12}));
  });
  return read;
}

/// An index of the samples of all columns.
inline std::shared_ptr<const ValueIndex> values_of(const Catalog &catalog) {
  std::vector<std::shared_ptr<const ValueSegment>> segments;
  std::vector<ColumnId> first;
  for (const DatabaseId id : catalog.databases()) {
    ValueSegmentBuilder builder;
    std::size_t position = 0;
    for (const ColumnId column : catalog.columns(id)) {
      for (const std::string_view value : catalog.column(column).samples())
        builder.add(position, value);
      ++position;
    }
    segments.push_back(builder.finish());
    first.push_back(ColumnId(catalog.columns(id).begin() == catalog.columns(id).end()
                                 ? 0
                                 : (*catalog.columns(id).begin()).index()));
  }
  return std::make_shared<const ValueIndex>(std::move(segments), std::move(first),
                                            catalog.fingerprint());
}

}  // namespace sluice::test

#endif
