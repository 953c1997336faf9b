// Includes all public headers after macros that other libraries define. If this does not compile,
// change a name in a header, or put it in parentheses if it is the name of a function. Standard
// headers come first, since only ours are tested.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// windows.h
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define near
#define far
#define interface struct
#define CONST const
#define DELETE 0x00010000L
#define ERROR 0
#define FALSE 0
#define IN
#define OPTIONAL
#define OUT
#define TRUE 1
#define VOID void

// Qt
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define signals public
#define slots

// AssertMacros.h of macOS; check and verify are Unreal Engine's as well
#define check(assertion)
#define require(assertion, label) \
  if (!(assertion)) goto label
#define verify(assertion)

// Xlib.h
#define Always 2
#define Bool int
#define False 0
#define None 0L
#define Status int
#define Success 0
#define True 1

// sys/sysmacros.h
#define major(device) (device)
#define minor(device) (device)

#include "all_headers.hpp"
#include "sluice.h"
