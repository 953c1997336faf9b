#ifndef SLUICE_CAPI_GOLDS_HPP
#define SLUICE_CAPI_GOLDS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "internal.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice::inline v0::capi {

/// Gold queries passed in as `parameter`. Throws as `text_in`.
inline std::vector<GoldLine> golds_in(const sluice_gold *golds, std::size_t count,
                                      const std::string &parameter) {
  std::vector<GoldLine> lines;
  if (count > 0) require(golds, parameter.c_str());
  for (std::size_t i = 0; i < count; ++i) {
    lines.push_back({std::string(text_in(golds[i].database, (parameter + "->database").c_str())),
                     std::string(text_in(golds[i].sql, (parameter + "->sql").c_str()))});
  }
  return lines;
}

}  // namespace sluice::inline v0::capi

#endif
