#include "program_key.hpp"

#include <string>

namespace sluice::inline v0::suite {

std::optional<Hash128> program_key(RunQuery run, std::string_view sql) {
  bool exact = true;
  std::string program;
  const auto add = [&program](const auto &value) {
    program.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  const std::string explained = "EXPLAIN " + std::string(sql);
  const QueryOutcome outcome = run(explained, [&](Row step) {  // addr, opcode, p1 … p5
    if (step.size() < 7) return exact = false;
    const std::string_view opcode = step[1].bytes;
    if (opcode == "Explain") return true;  // text about the plan
    // EXPLAIN does not show the full values of these.
    if (opcode == "Real" || opcode == "Blob") return exact = false;
    for (std::size_t i = 1; i < 7; ++i) {
      add(step[i].kind);
      add(step[i].integer);
      add(step[i].bytes.size());
      program += step[i].bytes;
    }
    return true;
  });
  if (!exact || !outcome.finished()) return std::nullopt;
  return hash128(program);
}

}  // namespace sluice::inline v0::suite
