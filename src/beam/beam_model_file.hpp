#ifndef SLUICE_SRC_BEAM_BEAM_MODEL_FILE_HPP
#define SLUICE_SRC_BEAM_BEAM_MODEL_FILE_HPP

/// The file of a beam router: a segment file of kind "BEAM" with the sections
/// "HEAD" (see BeamFileHead), "FEAT" (weights of features, scales), "RECU", "INPU", "BIAS" (the
/// step after a token), "ENDS" (the end's vector), "STEM" (learned stems, one a line, sorted),
/// "WORD" (their vectors), "DATA" (a record a database: fingerprint, number of tables), "NODE" (for
/// each of these its vector, then its tables'), "FROM" (what it was trained on) and "SEEN" (sorted
/// keys of questions). Vectors are 32-bit floats.

#include <string>

#include "beam_model.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::detail {

inline constexpr FourCc beam_file_kind = {'B', 'E', 'A', 'M'};

std::string beam_model_bytes(const BeamModel &model);

/// Fills the parameters for the model's catalog. Throws Error as BeamRouter::open says.
void read_beam_model(const std::string &path, BeamModel &model);

}  // namespace sluice::detail

#endif
