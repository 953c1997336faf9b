#include "lazy_library.hpp"

#include <dlfcn.h>

#include <string>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::detail {

LazyLibrary::LazyLibrary(const char *name) : name_(name), handle_(::dlopen(name, RTLD_NOW)) {
  if (handle_ == nullptr)
    throw Error(ErrorCode::unsupported, std::string(name) + " is not installed");
}

void *LazyLibrary::address_of(const char *function) const {
  void *const address = ::dlsym(handle_, function);
  if (address == nullptr)
    throw Error(ErrorCode::unsupported, std::string(name_) + " has no function " + function);
  return address;
}

}  // namespace sluice::inline v0::detail
