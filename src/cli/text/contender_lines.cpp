#include "contender_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "sluice/core/json_writer.hpp"

namespace sluice::cli {
namespace {

/// Writes which tables and columns of a contender the query reads, as positions in the order in
/// which they are listed.
void write_reads(const UnseenRanking &ranking, const UnseenContender &of, JsonWriter &writer) {
  std::optional<TableId> last;
  std::size_t tables = 0;
  writer.key("tables").begin_array();
  for (const ColumnId column : of.columns) {
    const TableId table = ranking.catalog.table_of(column);
    if (table == last) continue;
    last = table;
    if (std::ranges::find(ranking.example.tables, table) != ranking.example.tables.end())
      writer.value(tables);
    ++tables;
  }
  writer.end_array().key("columns").begin_array();
  for (std::size_t c = 0; c < of.columns.size(); ++c) {
    if (std::ranges::find(ranking.example.columns, of.columns[c]) != ranking.example.columns.end())
      writer.value(c);
  }
  writer.end_array();
}

}  // namespace

ContenderLines::ContenderLines(const std::string &path) : file_(path, LineFile::Start::empty) {}

void ContenderLines::add(const UnseenRanking &ranking) {
  JsonWriter writer;
  writer.begin_object()
      .member("set", ranking.set)
      .member("fold", ranking.fold)
      .member("question", std::string_view(ranking.example.question))
      .member("database", ranking.catalog.database(ranking.example.database).name())
      .key("contenders")
      .begin_array();
  for (const UnseenContender &of : ranking.contenders) {
    writer.begin_object()
        .member("database", ranking.catalog.database(of.database).name())
        .member("probability", of.probability)
        .member("names", std::string_view(of.names));
    if (of.database == ranking.example.database) write_reads(ranking, of, writer);
    writer.end_object();
  }
  writer.end_array().end_object();
  file_.add(writer.text());
  file_.add("\n");
}

void ContenderLines::close() { file_.flush(); }

}  // namespace sluice::cli
