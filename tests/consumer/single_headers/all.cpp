#define SLUICE_IMPLEMENTATION
#include "sluice_judge.hpp"
#include "sluice_parser.hpp"
#include "sluice_retrieve.hpp"
