#ifndef SLUICE_CAPI_DOUBTS_HPP
#define SLUICE_CAPI_DOUBTS_HPP

/// What may be right besides an answer, kept with its handle.

#include <string>

#include "sluice/core/json_writer.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::capi {

struct Doubts {
  Alternatives alternatives;
  bool unsure = true;

  std::string json(const Catalog &catalog) const {
    JsonWriter writer;
    writer.begin_object();
    write_doubts(writer, alternatives, unsure, catalog);
    return writer.end_object().take();
  }
};

}  // namespace sluice::inline v0::capi

#endif
