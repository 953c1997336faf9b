# The parts of the library. A wing is a separate library, sluice::<wing>, with only the dependencies that it needs.
#
#   sql       reads, prints, compares SQL
#   catalog   + connections to databases, schemas from every source
#   retrieve  + finds databases, tables and columns for a question, ranks worked examples, renders the prompt
#   judge     catalog + runs and compares queries, test suites, reports
#   llm       retrieve and judge + asks language models
#   store     retrieve + keeps a catalog on servers
#   mcp       retrieve and judge + serves the Model Context Protocol
#   train     all of these + trains models, runs benchmarks; not installed by default
#
# sluice::sluice is all of them except train.

include_guard()

set(sluice_all_wings sql catalog retrieve judge llm store mcp train)
set(sluice_below_sql "")
set(sluice_below_catalog sql)
set(sluice_below_retrieve catalog)
set(sluice_below_judge catalog)
set(sluice_below_llm retrieve judge)
set(sluice_below_store retrieve)
set(sluice_below_mcp retrieve judge)
set(sluice_below_train retrieve judge llm store)

set(SLUICE_WINGS "${sluice_all_wings}" CACHE STRING "Parts of the library to build; parts that they need are added")
option(SLUICE_WITH_LLM "Build the wing llm, which uses language models" ON)
set(unity ON)
if(SLUICE_DEVELOPER_MODE)
  set(unity OFF)  # a change then recompiles one file, and each file has to include what it uses
endif()
option(SLUICE_UNITY_BUILD "Compile several sources at a time; a first build takes a third of the time" ${unity})

# Sets sluice_wings to SLUICE_WINGS and all wings that these need, lower ones first.
foreach(wing IN LISTS SLUICE_WINGS)
  if(NOT wing IN_LIST sluice_all_wings)
    list(JOIN sluice_all_wings " " known)
    message(FATAL_ERROR "SLUICE_WINGS: no part is called ${wing}; there are ${known}.")
  endif()
endforeach()
set(sluice_wings "")
set(sluice_wanted ${SLUICE_WINGS})
set(sluice_from_the_top ${sluice_all_wings})
list(REVERSE sluice_from_the_top)
foreach(wing IN LISTS sluice_from_the_top)
  if(wing IN_LIST sluice_wanted AND (SLUICE_WITH_LLM OR NOT wing STREQUAL "llm"))
    list(PREPEND sluice_wings ${wing})
    list(APPEND sluice_wanted ${sluice_below_${wing}})
  endif()
endforeach()
set(SLUICE_WITH_LLM OFF)
if("llm" IN_LIST sluice_wings)
  set(SLUICE_WITH_LLM ON)
endif()

# sluice_wing(<wing>): defines its library, without sources.
function(sluice_wing wing)
  set(target sluice_${wing})
  add_library(${target})
  add_library(sluice::${wing} ALIAS ${target})
  sluice_target_defaults(${target})
  sluice_read_headers_once(${target} fmt/format.h)
  sluice_export_namespace(${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  foreach(below IN LISTS sluice_below_${wing})
    if(TARGET sluice_${below})
      target_link_libraries(${target} PUBLIC sluice_${below})
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE fmt::fmt)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${wing}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    POSITION_INDEPENDENT_CODE ON  # a static library may be linked into shared ones, including ours
    VISIBILITY_INLINES_HIDDEN ON)
  if(NOT BUILD_SHARED_LIBS)
    # A library that links a static wing does not export it.
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # Separate sections let the linker drop unused functions.
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release,MinSizeRel>:-ffunction-sections;-fdata-sections>")
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT SLUICE_INSTALL)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)  # a subproject builds only what it links
  endif()
endfunction()

# sluice_sources(<wing> SPEED <file>... BALANCED <file>... SIZE <file>... ALONE <file>...): adds the sources of the room
# that calls this. Release builds compile them for speed (-O3), with -O2, or for size. Those under ALONE have their own
# options and are never compiled together with others.
function(sluice_sources wing)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SPEED;BALANCED;SIZE;ALONE")
  set(target sluice_${wing})
  set(folder "${CMAKE_CURRENT_LIST_DIR}")
  cmake_path(GET folder FILENAME room)
  foreach(kind SPEED BALANCED SIZE ALONE)
    set(sources ${arg_${kind}})
    list(TRANSFORM sources PREPEND "${folder}/")
    set_property(GLOBAL APPEND PROPERTY sluice_listed_sources ${sources})
    if(NOT sources OR NOT TARGET ${target})
      continue()
    endif()
    if(SLUICE_UNITY_BUILD AND NOT kind STREQUAL "ALONE")
      sluice_join_sources(sources "${room}_${wing}_${kind}")
    endif()
    if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
      set(options_SPEED "")
      set(options_BALANCED $<$<CONFIG:Release>:-O2>)
      set(options_SIZE $<$<CONFIG:Release>:-Os>)
      foreach(source IN LISTS sources)
        if(NOT source MATCHES "/kernels/")
          set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS ${options_${kind}})
        endif()
      endforeach()
    endif()
    target_sources(${target} PRIVATE ${sources})
  endforeach()
endfunction()

# sluice_join_sources(<variable> <name>): replaces the sources in the list with files that include about a dozen of them
# each.
function(sluice_join_sources variable name)
  set(joined "")
  set(text "")
  set(count 0)
  set(sources ${${variable}})
  list(LENGTH sources left)
  # As many files as needed, all with about the same number of sources.
  math(EXPR files "(${left} + 11) / 12")
  math(EXPR each "(${left} + ${files} - 1) / ${files}")
  string(TOLOWER "${name}" name)
  foreach(source IN LISTS sources)
    # By its path in src, so that the file is the same in every checkout, and ccache knows what it makes.
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src" OUTPUT_VARIABLE name_in_src)
    string(APPEND text "#include \"${name_in_src}\"\n")
    math(EXPR count "${count} + 1")
    math(EXPR left "${left} - 1")
    if(count EQUAL each OR left EQUAL 0)
      list(LENGTH joined number)
      set(file "${CMAKE_CURRENT_BINARY_DIR}/unity/${name}_${number}.cpp")
      file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
      list(APPEND joined "${file}")
      set(text "")
      set(count 0)
    endif()
  endforeach()
  set(${variable} "${joined}" PARENT_SCOPE)
endfunction()
