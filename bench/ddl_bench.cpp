/// Reading scripts of definitions: 10,000 tables of ten columns, with keys and comments.
/// ddl_peers.py compares sqlglot on the first part of the same script.
///
/// `split` cuts the script into statements and tokens, `read` reads the statements, `load` makes a
/// catalog's database of them. The counter `bytes_per_column` is the memory of the database.

#include <benchmark/benchmark.h>

#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "sluice/core/file.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/ddl.hpp"
#include "sql/ddl/script.hpp"

namespace {

using namespace sluice;

constexpr int tables = 10'000;
constexpr int columns = 10;

/// As pg_dump writes it.
std::string made_script() {
  std::string text = "-- PostgreSQL database dump\n";
  for (int table = 0; table < tables; ++table) {
    text += fmt::format("CREATE TABLE shop.table_{} (\n    id integer NOT NULL,\n", table);
    for (int column = 1; column < columns; ++column)
      text += fmt::format("    column_{} character varying(20) DEFAULT 'x'::character varying{}\n",
                          column, column + 1 < columns ? "," : "");
    text += fmt::format(
        ");\nCOMMENT ON COLUMN shop.table_{0}.column_1 IS 'What it is called';\n"
        "ALTER TABLE ONLY shop.table_{0}\n    ADD CONSTRAINT pk_{0} PRIMARY KEY (id);\n"
        "ALTER TABLE ONLY shop.table_{0}\n    ADD CONSTRAINT fk_{0} FOREIGN KEY (id) REFERENCES "
        "shop.table_{1}(id);\n",
        table, table / 2);
  }
  return text;
}

/// The script, or the file that the environment names.
const std::string &script() {
  static const std::string text = [] {
    const char *file = std::getenv("SLUICE_DDL");
    return file == nullptr ? made_script() : read_file(file);
  }();
  return text;
}

void count_bytes(benchmark::State &state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * script().size()));
}

/// Allocated bytes; 0 where the C library does not say.
double allocated_bytes() {
#ifdef __GLIBC__
  const struct mallinfo2 memory = mallinfo2();
  return static_cast<double>(memory.uordblks + memory.hblkhd);
#else
  return 0;
#endif
}

void split(benchmark::State &state) {
  const sql::Dialect dialect = sql::detect_dialect(script());
  for (auto _ : state) {
    sql::Script statements(script(), dialect);
    std::size_t tokens = 0;
    while (statements.next()) tokens += statements.tokens().size();
    benchmark::DoNotOptimize(tokens);
  }
  count_bytes(state);
}
BENCHMARK(split)->Unit(benchmark::kMillisecond);

void read(benchmark::State &state) {
  for (auto _ : state) {
    std::size_t statements = 0;
    sql::read_ddl(script(), {}, [&](sql::DdlStatement &&, std::size_t) { ++statements; });
    benchmark::DoNotOptimize(statements);
  }
  count_bytes(state);
}
BENCHMARK(read)->Unit(benchmark::kMillisecond);

void load(benchmark::State &state) {
  std::size_t loaded = 0;
  for (auto _ : state) {
    const auto database = load_ddl(script(), "shop", "shop.sql");
    loaded = database->columns().size();
  }
  count_bytes(state);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * loaded));
  const double before = allocated_bytes();
  const auto kept = load_ddl(script(), "shop", "shop.sql");
  state.counters["bytes_per_column"] = (allocated_bytes() - before) / static_cast<double>(loaded);
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

}  // namespace
