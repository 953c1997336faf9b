#ifndef SLUICE_CORE_LANGUAGE_HPP
#define SLUICE_CORE_LANGUAGE_HPP

/// Checks that the compiler uses C++20. Every public header includes this file, directly or
/// indirectly.

#if defined(_MSVC_LANG)
#define SLUICE_DETAIL_LANGUAGE _MSVC_LANG
#else
#define SLUICE_DETAIL_LANGUAGE __cplusplus
#endif
#if SLUICE_DETAIL_LANGUAGE <= 201703L
#error sluice needs C++20 or newer: compile with -std=c++20 or use the C interface, sluice.h
#endif
#undef SLUICE_DETAIL_LANGUAGE

#endif
