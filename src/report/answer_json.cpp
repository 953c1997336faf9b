#include "sluice/report/answer_json.hpp"

namespace sluice::inline v0 {

void write_doubts(JsonWriter &writer, const Alternatives &alternatives, bool unsure,
                  const Catalog &catalog) {
  writer.key("alternatives").begin_object().key("databases").begin_array();
  for (const auto &of : alternatives.databases) {
    writer.begin_object()
        .member("name", catalog.database(of.id).name())
        .member("probability", of.score)
        .end_object();
  }
  writer.end_array().key("tables").begin_array();
  for (const auto &of : alternatives.tables) {
    writer.begin_object()
        .member("database", catalog.database(catalog.database_of(of.id)).name())
        .member("table", catalog.table(of.id).name)
        .member("probability", of.score)
        .end_object();
  }
  writer.end_array().end_object().member("unsure", unsure);
}

}  // namespace sluice::inline v0
