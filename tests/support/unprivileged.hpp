#ifndef SLUICE_TESTS_SUPPORT_UNPRIVILEGED_HPP
#define SLUICE_TESTS_SUPPORT_UNPRIVILEGED_HPP

/// File permissions mean nothing to root, and tests may run as root.

#include <fcntl.h>
#include <unistd.h>

namespace sluice::test {

/// During its lifetime, a process that runs as root has only the rights of another user. Files that
/// it needs must be accessible by all users.
class Unprivileged {
 public:
  Unprivileged() : was_root_(::geteuid() == 0), dropped_(was_root_ && ::seteuid(65534) == 0) {}
  ~Unprivileged() {
    if (dropped_ && ::seteuid(0) != 0) ::_exit(3);
  }
  Unprivileged(const Unprivileged &) = delete;
  Unprivileged &operator=(const Unprivileged &) = delete;

  /// Whether file permissions have an effect now.
  bool holds() const noexcept { return !was_root_ || dropped_; }

  /// Whether the process may start this program with the rights that it has now: a folder above it,
  /// such as /root, may be closed to other users. access() would check the rights of the real user.
  bool may_run(const char *program) const noexcept {
    return ::faccessat(AT_FDCWD, program, X_OK, AT_EACCESS) == 0;
  }

 private:
  bool was_root_;
  bool dropped_;
};

}  // namespace sluice::test

#endif
