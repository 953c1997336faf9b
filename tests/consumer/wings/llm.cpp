/// A user of the wing llm alone: finds the SQL in a model's answer.

#include <sluice/llm/sql_answer.hpp>

#include <cstdio>
#include <string>

int main() {
  const sluice::SqlAnswer found = sluice::find_sql("Sure!\n```sql\nSELECT 1\n```\n");
  std::puts(std::string(found.sql).c_str());
  return found.sql == "SELECT 1" ? 0 : 1;
}
