#ifndef SLUICE_SRC_BEAM_BEAM_MODEL_FILE_HPP
#define SLUICE_SRC_BEAM_BEAM_MODEL_FILE_HPP

/// The file of a beam router: a segment file of kind "BEAM" with the sections "HEAD" (see
/// BeamFileHead), "FEAT" (feature weights, scales), "RECU", "INPU", "BIAS" (the step after a
/// token), "ENDS" (the vector of the end token), "STEM" (learned stems, one per line, sorted),
/// "WORD" (their vectors), "DATA" (one record per database: fingerprint, number of tables), "NODE"
/// (for each of these, its vector, then those of its tables), "FROM" (what it was trained on) and
/// "SEEN" (sorted question keys). Vectors are 32-bit floats.

#include <string>

#include "beam_model.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0::beam_detail {

inline constexpr FourCc beam_file_kind = {'B', 'E', 'A', 'M'};

std::string beam_model_bytes(const BeamModel &model);

/// Fills in the parameters for the model's catalog. Throws as BeamRouter::open does.
void read_beam_model(const std::string &path, BeamModel &model);

}  // namespace sluice::inline v0::beam_detail

#endif
