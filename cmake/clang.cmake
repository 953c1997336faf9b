# A toolchain file that only chooses the compiler: clang, under any of its usual names.

set(versions 22 21 20 19 18 17 16 15 14)
list(TRANSFORM versions PREPEND clang++- OUTPUT_VARIABLE cxx_names)
find_program(SLUICE_CLANGXX NAMES clang++ ${cxx_names} REQUIRED)

# The C compiler of the same release, in the same folder.
string(REPLACE "clang++" "clang" c_compiler "${SLUICE_CLANGXX}")
set(CMAKE_C_COMPILER "${c_compiler}")
set(CMAKE_CXX_COMPILER "${SLUICE_CLANGXX}")
