/// Verdicts: results of judging and refuting.

#include "verdict.hpp"

#include "sluice/core/json_writer.hpp"
#include "sluice/suite/result_json.hpp"

namespace sluice::inline v0::capi {
namespace {

void write_sample(JsonWriter &writer, std::string_view name,
                  const std::optional<ResultSample> &sample) {
  writer.key(name);
  if (!sample || !sample->failure.empty()) {
    writer.null();
    return;
  }
  writer.begin_object()
      .member("columns", sample->columns)
      .member("row_count", sample->row_count)
      .key("rows")
      .begin_array();
  for (const std::vector<SampledCell> &row : sample->rows) {
    writer.begin_array();
    for (const SampledCell &cell : row) {
      if (cell.kind == CellKind::null) {
        writer.null();
      } else {
        writer.value(cell.text);
      }
    }
    writer.end_array();
  }
  writer.end_array().end_object();
}

std::string json_of(const sluice_verdict &verdict, const ExecutionVerdict &judged,
                    const std::optional<Miss> &miss) {
  JsonWriter writer;
  writer.begin_object()
      .member("verdict", verdict.name)
      .member("reason", judged.reason())
      .member("score", judged.score)
      .key("kind");
  verdict.kind.empty() ? writer.null() : writer.value(verdict.kind);
  writer.member("database", judged.database).member("message", judged.message);
  write_sample(writer, "gold", miss ? miss->gold : std::nullopt);
  write_sample(writer, "predicted", miss ? miss->predicted : std::nullopt);
  return writer.end_object().take();
}

void set_kind(sluice_verdict &verdict, MissKind kind) {
  verdict.kind = name_of(kind);
  verdict.title = title_of(kind);
}

}  // namespace

sluice_verdict verdict_of(const ExecutionVerdict &judged, const std::optional<Miss> &miss) {
  sluice_verdict verdict{};
  verdict.verdict = judged.gold_failed ? SLUICE_FAILED : judged.right ? SLUICE_RIGHT : SLUICE_WRONG;
  verdict.name = judged.gold_failed ? "failed" : judged.right ? "right" : "wrong";
  verdict.gold_failed = judged.gold_failed;
  if (verdict.verdict == SLUICE_WRONG && miss) set_kind(verdict, miss->kind);
  verdict.message = judged.message;
  verdict.score = judged.score;
  verdict.json = json_of(verdict, judged, miss);
  return verdict;
}

sluice_verdict verdict_of(const Refutation &found) {
  sluice_verdict verdict{};
  switch (found.verdict) {
    case RefutationVerdict::refuted: verdict.verdict = SLUICE_REFUTED; break;
    case RefutationVerdict::proved: verdict.verdict = SLUICE_PROVED; break;
    case RefutationVerdict::not_refuted: verdict.verdict = SLUICE_NOT_REFUTED; break;
    case RefutationVerdict::failed: verdict.verdict = SLUICE_FAILED; break;
  }
  verdict.name = name_of(found.verdict);
  verdict.gold_failed = verdict.verdict == SLUICE_FAILED && found.gold_failed;
  if (verdict.verdict == SLUICE_REFUTED) set_kind(verdict, found.kind);
  verdict.message = found.message;
  verdict.script = found.script();
  verdict.databases = found.databases;
  verdict.json = to_json(found);
  return verdict;
}

}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

sluice_status sluice_verdict_get(const sluice_verdict *verdict, sluice_verdict_info *out,
                                 sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(verdict, "verdict");
    require(out, "out");
    // All are string literals or empty.
    const auto literal = [](std::string_view text) {
      return text.empty() ? no_text : sluice_str{text.data(), text.size()};
    };
    sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
    info.verdict = verdict->verdict;
    info.gold_failed = verdict->gold_failed ? 1 : 0;
    info.name = literal(verdict->name);
    info.kind = literal(verdict->kind);
    info.title = literal(verdict->title);
    info.message = text_out(verdict->message);
    info.script = text_out(verdict->script);
    info.databases = verdict->databases;
    info.score = verdict->score;
    struct_out(info, out, "out");
  });
}

sluice_str sluice_verdict_json(const sluice_verdict *verdict) noexcept {
  return verdict == nullptr ? no_text : text_out(verdict->json);
}

void sluice_verdict_free(sluice_verdict *verdict) noexcept { delete verdict; }
