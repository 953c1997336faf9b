#ifndef SLUICE_SLUICE_HPP
#define SLUICE_SLUICE_HPP

/// The main job in one header: load databases, ask, render a prompt. Parts have headers of their
/// own.

#include "sluice/core/version.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/schema/load.hpp"

#endif
