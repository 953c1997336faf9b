#ifndef SLUICE_SRC_NET_CURL_SESSION_HPP
#define SLUICE_SRC_NET_CURL_SESSION_HPP

/// What curl calls and owns during one transfer.

#include <curl/curl.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <cstddef>
#include <new>
#include <string>

#if defined(SLUICE_LAZY_LIBRARIES)
#include "lazy_libcurl.hpp"
#endif
#include "sluice/core/cancellation.hpp"

namespace sluice::inline v0::net_detail {

/// The lines of a request's headers.
struct CurlHeaders {
  CurlHeaders() = default;
  CurlHeaders(const CurlHeaders &) = delete;
  CurlHeaders &operator=(const CurlHeaders &) = delete;
  ~CurlHeaders() { curl_slist_free_all(list); }

  void add(const std::string &line) {
    curl_slist *longer = curl_slist_append(list, line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    list = longer;
  }

  curl_slist *list = nullptr;
};

/// Receives the response from curl. Exceptions must not propagate through curl, which is C.
struct CurlSink {
  std::string body;
  std::size_t limit;
  bool is_full = false;
  bool out_of_memory = false;

  static std::size_t write(char *bytes, std::size_t size, std::size_t count, void *self) noexcept {
    auto &sink = *static_cast<CurlSink *>(self);
    if (size * count > sink.limit - sink.body.size()) {
      sink.is_full = true;
      return 0;
    }
    try {
      sink.body.append(bytes, size * count);
    } catch (...) {
      sink.out_of_memory = true;
      return 0;
    }
    return size * count;
  }
};

/// Opens curl's sockets with close-on-exec, so that child processes do not inherit them.
inline curl_socket_t open_curl_socket(void *, curlsocktype, curl_sockaddr *address) noexcept {
#if defined(SOCK_CLOEXEC)
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  const curl_socket_t opened = ::socket(address->family, address->socktype, address->protocol);
  if (opened >= 0) ::fcntl(opened, F_SETFD, FD_CLOEXEC);
  return opened;
#endif
}

/// A connection and the curl handles that drive it.
struct CurlSession {
  CurlSession() : multi(curl_multi_init()), easy(curl_easy_init()) {
    if (multi == nullptr || easy == nullptr) {
      close();
      throw std::bad_alloc();
    }
  }
  CurlSession(const CurlSession &) = delete;
  CurlSession &operator=(const CurlSession &) = delete;
  ~CurlSession() { close(); }

  void close() noexcept {
    if (easy != nullptr) curl_easy_cleanup(easy);
    if (multi != nullptr) curl_multi_cleanup(multi);
  }
  /// Performs the transfer; its time is bounded by the timeout of the handle. Throws
  /// Error(cancelled).
  CURLcode run(const CancellationToken &token) {
    if (curl_multi_add_handle(multi, easy) != CURLM_OK) return CURLE_FAILED_INIT;
    struct Remove {
      CurlSession &session;
      ~Remove() { curl_multi_remove_handle(session.multi, session.easy); }
    } const remove{*this};
    for (int running = 1; running != 0;) {
      token.check();
      if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
      constexpr int milliseconds = 50;
      if (running != 0) curl_multi_poll(multi, nullptr, 0, milliseconds, nullptr);
    }
    int left = 0;
    const CURLMsg *message = curl_multi_info_read(multi, &left);
    return message != nullptr && message->msg == CURLMSG_DONE ? message->data.result
                                                              : CURLE_FAILED_INIT;
  }

  CURLM *multi;
  CURL *easy;
};

}  // namespace sluice::inline v0::net_detail

#endif
