#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::size_t max_bytes = std::size_t{256} << 10;

/// A piece of text, in lower case, that scripts of a dialect contain. A blank matches any white
/// space. `weight` is how much it tells; it is counted once.
struct Mark {
  std::string_view text;
  Dialect dialect;
  int weight;
};

constexpr Mark marks[] = {
    {"-- postgresql database dump", Dialect::postgresql, 20},
    {"\\restrict", Dialect::postgresql, 10},
    {"owner to", Dialect::postgresql, 4},
    {"from stdin", Dialect::postgresql, 6},
    {"nextval(", Dialect::postgresql, 3},
    {"character varying", Dialect::postgresql, 2},
    {"without time zone", Dialect::postgresql, 2},
    {"$$", Dialect::postgresql, 2},
    {"language plpgsql", Dialect::postgresql, 6},
    {"search_path", Dialect::postgresql, 4},
    {"alter table only", Dialect::postgresql, 6},
    {"bigserial", Dialect::postgresql, 3},
    {" serial ", Dialect::postgresql, 4},
    {" serial,", Dialect::postgresql, 4},
    {" as enum (", Dialect::postgresql, 4},
    {"create extension", Dialect::postgresql, 6},
    {"::text", Dialect::postgresql, 3},
    {"::regclass", Dialect::postgresql, 4},
    {" jsonb", Dialect::postgresql, 4},
    {" bytea", Dialect::postgresql, 3},
    {"\\c ", Dialect::postgresql, 3},
    {"distkey", Dialect::redshift, 9},
    {"sortkey", Dialect::redshift, 9},
    {"diststyle", Dialect::redshift, 9},
    {" encode ", Dialect::redshift, 3},
    {"distribute on", Dialect::postgresql, 1},
    {"-- mysql dump", Dialect::mysql, 20},
    {"engine=", Dialect::mysql, 6},
    {"engine = innodb", Dialect::mysql, 10},
    {"auto_increment", Dialect::mysql, 6},
    {"/*!4", Dialect::mysql, 10},
    {"/*!5", Dialect::mysql, 6},
    {"delimiter ", Dialect::mysql, 3},
    {" unsigned", Dialect::mysql, 3},
    {"`", Dialect::mysql, 4},
    {"`", Dialect::sqlserver, -6},
    {"charset=", Dialect::mysql, 4},
    {"character set", Dialect::mysql, 2},
    {"on update current_timestamp", Dialect::mysql, 4},
    {"mediumtext", Dialect::mysql, 3},
    {"tinyint(1)", Dialect::mysql, 3},
    {" enum(", Dialect::mysql, 2},
    {"-- mariadb dump", Dialect::mariadb, 40},
    {"/*m!", Dialect::mariadb, 30},
    {"nvarchar", Dialect::sqlserver, 3},
    {"identity(1,1)", Dialect::sqlserver, 5},
    {"identity (1, 1)", Dialect::sqlserver, 5},
    {"sp_addextendedproperty", Dialect::sqlserver, 12},
    {"set quoted_identifier", Dialect::sqlserver, 12},
    {"set ansi_nulls", Dialect::sqlserver, 8},
    {"nonclustered", Dialect::sqlserver, 6},
    {"clustered", Dialect::sqlserver, 3},
    {"[dbo]", Dialect::sqlserver, 8},
    {"dbo.", Dialect::sqlserver, 4},
    {"getdate()", Dialect::sqlserver, 4},
    {":setvar", Dialect::sqlserver, 8},
    {"raiserror", Dialect::sqlserver, 4},
    {"] [", Dialect::sqlserver, 3},
    {"with (distribution", Dialect::sqlserver, 8},
    {" datetime2", Dialect::sqlserver, 4},
    {"uniqueidentifier", Dialect::sqlserver, 4},
    {"nvarchar(max)", Dialect::sqlserver, 3},
    {"varchar(max)", Dialect::sqlserver, 2},
    {"varchar2", Dialect::oracle, 8},
    {"tablespace ", Dialect::oracle, 2},
    {"\nrem ", Dialect::oracle, 8},
    {"\nprompt ", Dialect::oracle, 6},
    {"organization index", Dialect::oracle, 5},
    {" number(", Dialect::oracle, 3},
    {" number ", Dialect::oracle, 2},
    {" number,", Dialect::oracle, 2},
    {" clob", Dialect::oracle, 1},
    {" enable", Dialect::oracle, 1},
    {"from dual", Dialect::oracle, 4},
    {"sysdate", Dialect::oracle, 3},
    {"create or replace table", Dialect::snowflake, 4},
    {"varchar(16777216)", Dialect::snowflake, 14},
    {"number(38,0)", Dialect::snowflake, 6},
    {" variant", Dialect::snowflake, 6},
    {"transient table", Dialect::snowflake, 10},
    {"timestamp_ntz", Dialect::snowflake, 8},
    {"timestamp_ltz", Dialect::snowflake, 8},
    {"create or replace schema", Dialect::snowflake, 5},
    {"file format", Dialect::snowflake, 2},
    {" int64", Dialect::bigquery, 8},
    {" float64", Dialect::bigquery, 6},
    {"options(", Dialect::bigquery, 5},
    {"options (", Dialect::bigquery, 4},
    {"struct<", Dialect::bigquery, 3},
    {"array<", Dialect::bigquery, 2},
    {" string(max)", Dialect::bigquery, 8},
    {"interleave in parent", Dialect::bigquery, 12},
    {"not enforced", Dialect::bigquery, 2},
    {" bignumeric", Dialect::bigquery, 6},
    {"using delta", Dialect::spark, 12},
    {"using parquet", Dialect::spark, 8},
    {"tblproperties", Dialect::spark, 10},
    {"stored as ", Dialect::spark, 9},
    {"row format", Dialect::spark, 8},
    {"partitioned by", Dialect::spark, 4},
    {" string,", Dialect::spark, 2},
    {" string comment '", Dialect::spark, 5},
    {"mergetree", Dialect::clickhouse, 14},
    {"lowcardinality(", Dialect::clickhouse, 12},
    {"nullable(", Dialect::clickhouse, 8},
    {" uint64", Dialect::clickhouse, 6},
    {" uint32", Dialect::clickhouse, 6},
    {"engine = memory", Dialect::clickhouse, 4},
    {"create dictionary", Dialect::clickhouse, 8},
    {"autoincrement", Dialect::sqlite, 5},
    {"pragma ", Dialect::sqlite, 8},
    {"sqlite_sequence", Dialect::sqlite, 10},
    {"without rowid", Dialect::sqlite, 8},
    {"using fts", Dialect::sqlite, 8},
    {"begin transaction;", Dialect::sqlite, 1},
    {" hugeint", Dialect::duckdb, 10},
    {"struct(", Dialect::duckdb, 4},
    {"varchar[]", Dialect::duckdb, 2},
    {"row(", Dialect::trino, 2},
    {"array(varchar", Dialect::trino, 6},
    {"partitioned_by = array", Dialect::trino, 14},
    {"format = 'parquet'", Dialect::trino, 5},
    {"format = 'orc'", Dialect::trino, 5},
    {"generated by default as identity", Dialect::db2, 1},
    {"mode db2sql", Dialect::db2, 12},
    {"begin atomic", Dialect::db2, 3},
    {" long varchar", Dialect::db2, 3},
    {"--#set terminator", Dialect::db2, 14},
};

/// What engines are called. Netezza and CockroachDB speak a kind of PostgreSQL's dialect.
struct EngineName {
  std::string_view text;
  Dialect dialect;
};

constexpr EngineName engine_names[] = {
    {"postgresql", Dialect::postgresql},
    {"postgres", Dialect::postgresql},
    {"pgsql", Dialect::postgresql},
    {"cockroachdb", Dialect::postgresql},
    {"cockroach", Dialect::postgresql},
    {"greenplum", Dialect::postgresql},
    {"netezza", Dialect::postgresql},
    {"redshift", Dialect::redshift},
    {"mysql", Dialect::mysql},
    {"mariadb", Dialect::mariadb},
    {"sqlite", Dialect::sqlite},
    {"sqlserver", Dialect::sqlserver},
    {"sql server", Dialect::sqlserver},
    {"mssql", Dialect::sqlserver},
    {"tsql", Dialect::sqlserver},
    {"synapse", Dialect::sqlserver},
    {"sybase", Dialect::sqlserver},
    {"oracle", Dialect::oracle},
    {"snowflake", Dialect::snowflake},
    {"bigquery", Dialect::bigquery},
    {"spanner", Dialect::bigquery},
    {"clickhouse", Dialect::clickhouse},
    {"databricks", Dialect::spark},
    {"spark", Dialect::spark},
    {"hive", Dialect::spark},
    {"impala", Dialect::spark},
    {"athena", Dialect::spark},
    {"trino", Dialect::trino},
    {"presto", Dialect::trino},
    {"duckdb", Dialect::duckdb},
    {"db2", Dialect::db2},
};

constexpr int name_weight = 5;
constexpr std::size_t max_named_bytes = std::size_t{4} << 10;

/// Below this, nothing gives the dialect away.
constexpr int min_weight = 4;

/// Lower case, with white space as blanks, except line ends before a word at the start of a line.
std::string folded(std::string_view script) {
  std::string text = lower_ascii(script.substr(0, max_bytes));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool before_word = text[i] == '\n' && i + 1 < text.size() && is_ascii_letter(text[i + 1]);
    if ((text[i] == '\n' && !before_word) || text[i] == '\t' || text[i] == '\r') text[i] = ' ';
  }
  return text;
}

/// The marks by a hash of their first two bytes, to find all of them in one pass.
class MarkTable {
 public:
  constexpr MarkTable() {
    for (std::size_t mark = 0; mark < std::size(marks); ++mark) {
      if (marks[mark].text.size() < 2) continue;
      std::uint16_t &first = first_[slot_of(marks[mark].text)];
      next_[mark] = first;
      first = static_cast<std::uint16_t>(mark + 1);
    }
  }

  /// Calls `visit` with the weight and dialect of each mark in the text, once.
  template <class Visit>
  void each_in(std::string_view text, Visit visit) const {
    std::array<bool, std::size(marks)> is_found{};
    for (std::size_t mark = 0; mark < std::size(marks); ++mark) {
      if (marks[mark].text.size() < 2) is_found[mark] = text.find(marks[mark].text) != text.npos;
    }
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      const std::string_view rest = text.substr(at);
      for (std::size_t mark = first_[slot_of(rest)]; mark != 0; mark = next_[mark - 1]) {
        if (!is_found[mark - 1] && rest.starts_with(marks[mark - 1].text))
          is_found[mark - 1] = true;
      }
    }
    for (std::size_t mark = 0; mark < std::size(marks); ++mark) {
      if (is_found[mark]) visit(marks[mark]);
    }
  }

 private:
  static constexpr std::size_t slots = 1024;
  static constexpr std::size_t slot_of(std::string_view text) {
    return (static_cast<unsigned char>(text[0]) * 37U + static_cast<unsigned char>(text[1])) %
           slots;
  }

  std::array<std::uint16_t, slots> first_{};  // number of a mark + 1; 0: none
  std::array<std::uint16_t, std::size(marks)> next_{};
};
constexpr MarkTable mark_table;

/// The dialect that the first line of our own exports names.
std::optional<Dialect> exported_dialect(std::string_view script) {
  constexpr std::string_view start = "-- Exported by sluice for ";
  if (!script.starts_with(start)) return std::nullopt;
  script.remove_prefix(start.size());
  return find_dialect(script.substr(0, script.find('.')));
}

/// The comments before the first statement.
std::string_view first_comments(std::string_view script) {
  const std::string_view all = script.substr(0, max_named_bytes);
  std::string_view left = all;
  while (true) {
    const std::size_t start = left.find_first_not_of(" \t\r\n");
    if (start == left.npos) return all;
    left.remove_prefix(start);
    std::string_view end;
    if (left.starts_with("--") || left.starts_with('#')) {
      end = "\n";
    } else if (left.starts_with("/*")) {
      end = "*/";
    } else {
      return all.substr(0, all.size() - left.size());
    }
    const std::size_t size = left.find(end);
    if (size == left.npos) return all;
    left.remove_prefix(size + end.size());
  }
}

/// The engine that a text names first.
std::optional<Dialect> named_dialect(std::string_view text) {
  const std::string folded = lower_ascii(text);
  const auto ends_word = [&](std::size_t i) {
    return i >= folded.size() || !is_ascii_letter(folded[i]);
  };
  std::optional<Dialect> found;
  std::size_t first = folded.size();
  for (const EngineName &name : engine_names) {
    for (std::size_t at = folded.find(name.text); at < first; at = folded.find(name.text, at + 1)) {
      if ((at > 0 && !ends_word(at - 1)) || !ends_word(at + name.text.size())) continue;
      first = at;
      found = name.dialect;
    }
  }
  return found;
}

}  // namespace

Dialect detect_dialect(std::string_view script, std::string_view file_name) {
  if (const auto exported = exported_dialect(script)) return *exported;
  const std::string text = folded(script);
  std::array<int, dialect_count> weights{};
  mark_table.each_in(text, [&](const Mark &mark) {
    weights[static_cast<std::size_t>(mark.dialect)] += mark.weight;
  });
  for (const std::string_view named : {first_comments(script), file_name}) {
    if (const auto dialect = named_dialect(named))
      weights[static_cast<std::size_t>(*dialect)] += name_weight;
  }
  // A dump of MariaDB has all the marks of MySQL, and Redshift's those of PostgreSQL.
  const auto add = [&](Dialect to, Dialect from) {
    if (weights[static_cast<std::size_t>(to)] > 0)
      weights[static_cast<std::size_t>(to)] += weights[static_cast<std::size_t>(from)];
  };
  add(Dialect::mariadb, Dialect::mysql);
  add(Dialect::redshift, Dialect::postgresql);
  Dialect best = Dialect::permissive;
  int most = min_weight - 1;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] > most) {
      most = weights[i];
      best = static_cast<Dialect>(i);
    }
  }
  return best;
}

}  // namespace sluice::inline v0::sql
