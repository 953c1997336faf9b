# Installs the two components separately and fails unless each has the right files, and both together have all files.
#
#   cmake -D BUILD=<build folder> -D WORK=<folder> -P components.cmake

cmake_minimum_required(VERSION 3.24)

# installed(<out> <folder> <option of cmake --install>...): lists the files, without the name of the library folder.
function(installed out folder)
  file(REMOVE_RECURSE "${WORK}/${folder}")
  execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/${folder}" ${ARGN}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE files RELATIVE "${WORK}/${folder}" "${WORK}/${folder}/*")
  set(${out} ${files} PARENT_SCOPE)
endfunction()

function(expect component files)
  foreach(wanted IN LISTS ARGN)
    if(NOT files MATCHES "(^|;|/)${wanted}(;|$)")
      message(SEND_ERROR "the component ${component} has no ${wanted}: ${files}")
    endif()
  endforeach()
endfunction()

installed(all all)
installed(runtime runtime --component runtime)
installed(development development --component development)

expect(runtime "${runtime}" "bin/sluice" "libsluice_c[.]so[.][0-9]+" "LICENSE" "NOTICE" "WORDNET_LICENSE")
expect(development "${development}" "include/sluice[.]h" "include/sluice/pipeline/retriever[.]hpp" "libsluice_c[.]so"
  "libsluice_sql[.](a|so)" "libsluice_judge[.](a|so)" "sluiceConfig[.]cmake" "sluice-sql[.]cmake" "sluice-cpp[.]cmake" "sluice-c[.]cmake" "pkgconfig/sluice[.]pc"
  "pkgconfig/sluice_c[.]pc" "FindxxHash[.]cmake")
if(runtime MATCHES "[.](hpp|h|a|cmake|pc)(;|$)")
  message(SEND_ERROR "the component runtime has files for building: ${runtime}")
endif()

set(both ${runtime} ${development})
list(SORT both)
list(SORT all)
if(NOT both STREQUAL all)
  message(SEND_ERROR "both components: ${both}\nall of it: ${all}")
endif()
