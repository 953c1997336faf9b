# A toolchain file that builds for Linux on ARM64 with Debian's cross compiler and runs what it built under qemu-user.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/arm64.cmake -DSLUICE_ARM64_SYSROOT=<folder> ...
#
# The folder holds the headers and libraries of ARM64 that sluice needs; cmake/arm64_machine.sh makes it.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(SLUICE_ARM64_SYSROOT "" CACHE PATH "Headers and libraries of ARM64")
if(NOT EXISTS "${SLUICE_ARM64_SYSROOT}/usr/include")
  message(FATAL_ERROR "SLUICE_ARM64_SYSROOT (${SLUICE_ARM64_SYSROOT}) has no usr/include; 'cmake/arm64_machine.sh' makes such a folder.")
endif()
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SLUICE_ARM64_SYSROOT)
set(CMAKE_SYSROOT "${SLUICE_ARM64_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

find_program(SLUICE_QEMU_ARM64 NAMES qemu-aarch64-static qemu-aarch64)
mark_as_advanced(SLUICE_QEMU_ARM64)
if(SLUICE_QEMU_ARM64)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${SLUICE_QEMU_ARM64}" -L "${SLUICE_ARM64_SYSROOT}")
endif()
