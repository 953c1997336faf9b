# Builds and runs the program of one part of sluice in an empty folder, in one of three ways.
#
#   cmake -D WAY=find_package|pkg_config|subdirectory -D WING=<part> -D WORK=<folder> -D CXX=<compiler>
#         -D GENERATOR=<name> -D PREFIX=<installation> -D SOURCE=<sluice> -D "BUILT=<library>|<library>..."
#         -D SAMPLE=<databases> -P wing.cmake

cmake_minimum_required(VERSION 3.24)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(folder "${WORK}/${WAY}_${WING}")
file(REMOVE_RECURSE "${folder}")
file(MAKE_DIRECTORY "${folder}")
if(WAY STREQUAL "pkg_config")
  file(GLOB_RECURSE modules "${PREFIX}/sluice_${WING}.pc")
  cmake_path(GET modules PARENT_PATH modules)
  set(ENV{PKG_CONFIG_PATH} "${modules}")
  execute_process(COMMAND pkg-config --static --cflags --libs sluice_${WING} OUTPUT_VARIABLE flags
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run("${CXX}" "${CMAKE_CURRENT_LIST_DIR}/${WING}.cpp" -o "${folder}/wing" ${flags})
else()
  set(options "-DCMAKE_PREFIX_PATH=${PREFIX}")
  if(WAY STREQUAL "subdirectory")
    set(options "-DSLUICE_SOURCE_DIR=${SOURCE}" "-DBUILT=${BUILT}")
  endif()
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${folder}" -G "${GENERATOR}" "-DWING=${WING}"
    "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Release ${options})
  run("${CMAKE_COMMAND}" --build "${folder}" --target wing)
endif()
run("${folder}/wing" "${SAMPLE}")
