# Reads a source tree and fails, naming file and line, where a name of the standard library is used and neither the file
# nor a header of ours that it includes, directly or through others of ours, includes the standard header that has it.
# Standard headers include one another by chance, and each release of each standard library by another.
#
#   cmake [-D ROOT=<source tree>] -P check_includes.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT DEFINED ROOT)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
endif()

# Names without `std::` and, for functions of std::ranges, without `ranges::`. What many headers bring (size_t, begin),
# and what two headers mean by one name (remove, abs), is left to the compilers.
set(names_of_algorithm adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal
  equal_range fill fill_n find find_if find_if_not for_each generate inplace_merge is_sorted
  lexicographical_compare lower_bound make_heap max max_element merge min min_element minmax minmax_element mismatch
  none_of nth_element partial_sort partition partition_point pop_heap push_heap remove_if replace reverse rotate search
  set_difference set_intersection set_union shuffle sort sort_heap stable_partition stable_sort transform unique
  upper_bound)
set(names_of_any any any_cast)
set(names_of_array array to_array)
set(names_of_atomic atomic atomic_bool atomic_flag atomic_int atomic_ref atomic_size_t memory_order
  memory_order_acquire memory_order_acq_rel memory_order_relaxed memory_order_release memory_order_seq_cst)
set(names_of_bit bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian has_single_bit popcount rotl rotr)
set(names_of_charconv chars_format from_chars from_chars_result to_chars to_chars_result)
set(names_of_chrono chrono)
set(names_of_cmath cos exp exp2 expm1 fabs floor fma fmod frexp isfinite isinf isnan ldexp llround log log10 log1p log2
  lrint lround nearbyint nextafter pow rint round signbit sin sqrt tanh trunc)
set(names_of_concepts constructible_from convertible_to copyable derived_from equality_comparable floating_point
  integral invocable movable predicate regular same_as semiregular signed_integral totally_ordered unsigned_integral)
set(names_of_condition_variable condition_variable condition_variable_any)
set(names_of_cstdint int8_t int16_t int32_t int64_t intmax_t intptr_t uint8_t uint16_t uint32_t uint64_t uintmax_t
  uintptr_t)
set(names_of_cstdio FILE fclose fflush fopen fprintf fputs fread fwrite perror printf puts snprintf)
set(names_of_cstdlib abort atexit calloc exit free getenv malloc realloc strtod strtol system)
set(names_of_cstring memchr memcmp memcpy memmove memset strcmp strerror strlen strncmp strstr)
set(names_of_deque deque)
set(names_of_exception current_exception exception exception_ptr make_exception_ptr rethrow_exception terminate
  uncaught_exceptions)
set(names_of_filesystem filesystem)
set(names_of_fstream fstream ifstream ofstream)
set(names_of_functional bit_and bit_or cref equal_to function greater greater_equal hash identity invoke less less_equal
  minus multiplies not_fn plus ref reference_wrapper)
set(names_of_future async future launch packaged_task promise)
set(names_of_iostream cerr cin clog cout)
set(names_of_iterator advance back_inserter distance inserter istreambuf_iterator make_move_iterator next prev
  reverse_iterator)
set(names_of_limits numeric_limits)
set(names_of_list list)
set(names_of_map map multimap)
set(names_of_memory addressof construct_at destroy_at enable_shared_from_this make_shared make_unique shared_ptr
  static_pointer_cast unique_ptr weak_ptr)
set(names_of_mutex call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock)
set(names_of_new align_val_t bad_alloc launder nothrow)
set(names_of_numeric accumulate exclusive_scan gcd inner_product iota lcm midpoint partial_sum reduce transform_reduce)
set(names_of_optional make_optional nullopt nullopt_t optional)
set(names_of_queue priority_queue queue)
set(names_of_random bernoulli_distribution mt19937 mt19937_64 normal_distribution random_device
  uniform_int_distribution uniform_real_distribution)
set(names_of_ranges range input_range forward_range random_access_range contiguous_range sized_range range_value_t
  range_reference_t subrange views)
set(names_of_set multiset set)
set(names_of_shared_mutex shared_lock shared_mutex)
set(names_of_span as_bytes as_writable_bytes dynamic_extent span)
set(names_of_sstream istringstream ostringstream stringstream)
set(names_of_stdexcept invalid_argument length_error logic_error out_of_range overflow_error runtime_error)
set(names_of_string basic_string getline stod stoi stoul string to_string u16string u32string u8string wstring)
set(names_of_string_view string_view u8string_view u32string_view)
set(names_of_system_error errc error_code generic_category make_error_code system_category system_error)
set(names_of_thread jthread this_thread thread)
set(names_of_tuple apply forward_as_tuple make_tuple tie tuple tuple_element_t tuple_size tuple_size_v)
set(names_of_type_traits conditional_t decay_t enable_if_t false_type invoke_result_t is_constant_evaluated is_same_v
  make_signed_t make_unsigned_t remove_cvref_t true_type underlying_type_t)
set(names_of_unordered_map unordered_map unordered_multimap)
set(names_of_unordered_set unordered_multiset unordered_set)
set(names_of_utility as_const cmp_less declval exchange forward in_place index_sequence integer_sequence make_pair move
  pair swap)
set(names_of_variant get_if holds_alternative monostate variant visit)
set(names_of_vector vector)

# Headers that the standard itself promises in place of another, by way of the names that they declare.
set(in_place_of_exception stdexcept)
set(in_place_of_string_view string)
set(in_place_of_system_error filesystem)
set(in_place_of_utility map unordered_map)
set(in_place_of_iterator array deque list map set span string string_view unordered_map unordered_set vector)

get_cmake_property(variables VARIABLES)
list(FILTER variables INCLUDE REGEX "^names_of_")
foreach(variable IN LISTS variables)
  string(REPLACE "names_of_" "" header "${variable}")
  foreach(name IN LISTS ${variable})
    set(header_of_${name} ${header})
  endforeach()
endforeach()

file(GLOB_RECURSE files RELATIVE "${ROOT}"
  "${ROOT}/include/*.hpp" "${ROOT}/src/*.hpp" "${ROOT}/src/*.cpp" "${ROOT}/capi/*.hpp" "${ROOT}/capi/*.cpp"
  "${ROOT}/tests/*.hpp" "${ROOT}/tests/*.cpp" "${ROOT}/bench/*.hpp" "${ROOT}/bench/*.cpp" "${ROOT}/examples/*.cpp")
if(NOT files)
  message(FATAL_ERROR "${ROOT}: no sources to check")
endif()

# What each file includes: standard headers, and files of ours.
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH folder)
  file(STRINGS "${ROOT}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
  set(standard "")
  set(ours "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">]*)[\">].*" "\\1" header "${line}")
    if(header MATCHES "^[a-z_]+$")
      list(APPEND standard ${header})
      continue()
    endif()
    foreach(base IN ITEMS "${folder}" include src tests capi)
      cmake_path(SET path NORMALIZE "${base}/${header}")
      if(path IN_LIST files)
        list(APPEND ours "${path}")
        break()
      endif()
    endforeach()
  endforeach()
  set("standard_of_${file}" "${standard}")
  set("ours_of_${file}" "${ours}")
endforeach()

# Sets <out> to the standard headers that a file reaches through ours.
function(find_reached out file)
  get_property(is_known GLOBAL PROPERTY "reached_${file}" SET)
  if(NOT is_known)
    set_property(GLOBAL PROPERTY "reached_${file}" "")  # two headers of ours that include one another end here
    set(reached "${standard_of_${file}}")
    foreach(header IN LISTS "ours_of_${file}")
      find_reached(more "${header}")
      list(APPEND reached ${more})
    endforeach()
    list(REMOVE_DUPLICATES reached)
    set_property(GLOBAL PROPERTY "reached_${file}" "${reached}")
  endif()
  get_property(reached GLOBAL PROPERTY "reached_${file}")
  set(${out} "${reached}" PARENT_SCOPE)
endfunction()

# Sets <out> to the number of the first line with the code `std::<name>`.
function(find_line out text name)
  string(REGEX MATCH "std::(ranges::)?${name}[^A-Za-z0-9_]" use "${text}")
  string(FIND "${text}" "${use}" at)
  string(SUBSTRING "${text}" 0 ${at} before)
  string(REGEX MATCHALL "\n" lines "${before}")
  list(LENGTH lines line)
  math(EXPR line "${line} + 1")
  set(${out} ${line} PARENT_SCOPE)
endfunction()

set(breaches "")
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "std::(ranges::)?[A-Za-z0-9_]+" names "${text}")
  list(TRANSFORM names REPLACE "^std::(ranges::)?" "")
  list(REMOVE_DUPLICATES names)
  find_reached(reached "${file}")
  foreach(name IN LISTS names)
    set(header "${header_of_${name}}")
    if(NOT header OR header IN_LIST reached)
      continue()
    endif()
    set(is_promised NO)
    foreach(other IN LISTS in_place_of_${header})
      if(other IN_LIST reached)
        set(is_promised YES)
      endif()
    endforeach()
    if(NOT is_promised)
      find_line(line "${text}" ${name})
      string(APPEND breaches "  ${file}:${line}: std::${name} needs #include <${header}>\n")
    endif()
  endforeach()
endforeach()

if(breaches)
  message(FATAL_ERROR "Names of the standard library whose header comes in by chance:\n${breaches}")
endif()
