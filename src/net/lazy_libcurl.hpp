#ifndef SLUICE_SRC_NET_LAZY_LIBCURL_HPP
#define SLUICE_SRC_NET_LAZY_LIBCURL_HPP

#include "core/lazy_library.hpp"

namespace sluice::inline v0::net_detail {

inline const detail::LazyLibrary &libcurl() {
  static const detail::LazyLibrary library("libcurl.so.4");
  return library;
}

}  // namespace sluice::inline v0::net_detail

// Include after curl/curl.h: redefines these names so that each function is looked up on first use.
#define curl_easy_cleanup SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_cleanup)
#undef curl_easy_getinfo
#define curl_easy_getinfo SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_getinfo)
#define curl_easy_init SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_init)
#define curl_easy_reset SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_reset)
#undef curl_easy_setopt
#define curl_easy_setopt SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_setopt)
#define curl_easy_strerror SLUICE_LAZY(::sluice::net_detail::libcurl, curl_easy_strerror)
#define curl_global_init SLUICE_LAZY(::sluice::net_detail::libcurl, curl_global_init)
#define curl_multi_add_handle SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_add_handle)
#define curl_multi_cleanup SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_cleanup)
#define curl_multi_info_read SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_info_read)
#define curl_multi_init SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_init)
#define curl_multi_perform SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_perform)
#define curl_multi_poll SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_poll)
#define curl_multi_remove_handle \
  SLUICE_LAZY(::sluice::net_detail::libcurl, curl_multi_remove_handle)
#define curl_slist_append SLUICE_LAZY(::sluice::net_detail::libcurl, curl_slist_append)
#define curl_slist_free_all SLUICE_LAZY(::sluice::net_detail::libcurl, curl_slist_free_all)

#endif
