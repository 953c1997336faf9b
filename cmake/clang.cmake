# A toolchain file that is only a choice of compiler: clang, under whichever name it is installed.

set(versions 22 21 20 19 18 17 16 15 14)
list(TRANSFORM versions PREPEND clang++- OUTPUT_VARIABLE cxx_names)
find_program(SLUICE_CLANGXX NAMES clang++ ${cxx_names} REQUIRED)

# The C compiler of the same release, which lies beside it.
string(REPLACE "clang++" "clang" c_compiler "${SLUICE_CLANGXX}")
set(CMAKE_C_COMPILER "${c_compiler}")
set(CMAKE_CXX_COMPILER "${SLUICE_CLANGXX}")
