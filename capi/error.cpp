/// Converts exceptions to statuses, and implements error objects.

#include <exception>
#include <new>
#include <utility>

#include "internal.hpp"
#include "sluice/sql/syntax_error.hpp"

static_assert(SLUICE_INVALID_ARGUMENT == int(sluice::ErrorCode::invalid_argument));
static_assert(SLUICE_NOT_FOUND == int(sluice::ErrorCode::not_found));
static_assert(SLUICE_MALFORMED == int(sluice::ErrorCode::malformed));
static_assert(SLUICE_UNSUPPORTED == int(sluice::ErrorCode::unsupported));
static_assert(SLUICE_MISMATCH == int(sluice::ErrorCode::mismatch));
static_assert(SLUICE_IO == int(sluice::ErrorCode::io));
static_assert(SLUICE_LIMIT_EXCEEDED == int(sluice::ErrorCode::limit_exceeded));
static_assert(SLUICE_CANCELLED == int(sluice::ErrorCode::cancelled));
static_assert(SLUICE_INTERNAL == int(sluice::ErrorCode::internal));

namespace sluice::inline v0::capi {
namespace {

sluice_status fail(sluice_error **error, sluice_status status, const char *message,
                   const Place &where = {}, std::size_t offset = SLUICE_NO_OFFSET) noexcept {
  if (error == nullptr) return status;
  try {
    *error = new sluice_error{status, message, to_string(where), offset};
  } catch (...) {
    // No memory for the error object: only the status is returned.
  }
  return status;
}

}  // namespace

sluice_status report(const Error &failure, sluice_error **error) noexcept {
  const auto status = static_cast<sluice_status>(failure.code());
  if (const auto *of_syntax = dynamic_cast<const sql::SyntaxError *>(&failure)) {
    Place where = of_syntax->where();
    if (where.source.empty()) where.source = "sql";
    return fail(error, status, of_syntax->what(), where, of_syntax->offset());
  }
  const auto *of_sql = dynamic_cast<const SqlError *>(&failure);
  return fail(error, status, failure.what(), failure.where(),
              of_sql != nullptr ? of_sql->offset() : SLUICE_NO_OFFSET);
}

sluice_status report(sluice_error **error) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return fail(error, SLUICE_OUT_OF_MEMORY, "memory ran out");
  } catch (const std::exception &failure) {
    return fail(error, SLUICE_INTERNAL, failure.what());
  } catch (...) {
    return fail(error, SLUICE_INTERNAL, "an object was thrown that is not a std::exception");
  }
}

void check_returned(sluice_status status, const char *who) {
  if (status == SLUICE_OK) return;
  if (status == SLUICE_OUT_OF_MEMORY) throw std::bad_alloc();
  const bool known = status >= SLUICE_INVALID_ARGUMENT && status <= SLUICE_INTERNAL;
  throw Error(known ? ErrorCode{status} : ErrorCode::internal,
              std::string("the ") + who + " returned " + std::to_string(status) + ", " +
                  sluice_status_name(status));
}

void refuse(std::string_view message, Place where) {
  throw Error(ErrorCode::invalid_argument, message, std::move(where));
}

}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

sluice_status sluice_error_status(const sluice_error *error) noexcept {
  return error == nullptr ? SLUICE_OK : error->status;
}

sluice_str sluice_error_message(const sluice_error *error) noexcept {
  return error == nullptr ? no_text : text_out(error->message);
}

sluice_str sluice_error_where(const sluice_error *error) noexcept {
  return error == nullptr ? no_text : text_out(error->where);
}

size_t sluice_error_offset(const sluice_error *error) noexcept {
  return error == nullptr ? SLUICE_NO_OFFSET : error->offset;
}

void sluice_error_free(sluice_error *error) noexcept { delete error; }
