#ifndef SLUICE_SRC_DB_POSTGRES_LAZY_LIBPQ_HPP
#define SLUICE_SRC_DB_POSTGRES_LAZY_LIBPQ_HPP

#include "core/lazy_library.hpp"

namespace sluice::inline v0::db_detail {

inline const detail::LazyLibrary &libpq() {
  static const detail::LazyLibrary library("libpq.so.5");
  return library;
}

}  // namespace sluice::inline v0::db_detail

// Include after libpq-fe.h: redefines these names so that each function is looked up on first use.
#define PQcancel SLUICE_LAZY(::sluice::db_detail::libpq, PQcancel)
#define PQclear SLUICE_LAZY(::sluice::db_detail::libpq, PQclear)
#define PQconnectdbParams SLUICE_LAZY(::sluice::db_detail::libpq, PQconnectdbParams)
#define PQconninfoFree SLUICE_LAZY(::sluice::db_detail::libpq, PQconninfoFree)
#define PQconninfoParse SLUICE_LAZY(::sluice::db_detail::libpq, PQconninfoParse)
#define PQconsumeInput SLUICE_LAZY(::sluice::db_detail::libpq, PQconsumeInput)
#define PQdb SLUICE_LAZY(::sluice::db_detail::libpq, PQdb)
#define PQerrorMessage SLUICE_LAZY(::sluice::db_detail::libpq, PQerrorMessage)
#define PQexec SLUICE_LAZY(::sluice::db_detail::libpq, PQexec)
#define PQfinish SLUICE_LAZY(::sluice::db_detail::libpq, PQfinish)
#define PQflush SLUICE_LAZY(::sluice::db_detail::libpq, PQflush)
#define PQfreeCancel SLUICE_LAZY(::sluice::db_detail::libpq, PQfreeCancel)
#define PQfreemem SLUICE_LAZY(::sluice::db_detail::libpq, PQfreemem)
#define PQfname SLUICE_LAZY(::sluice::db_detail::libpq, PQfname)
#define PQftype SLUICE_LAZY(::sluice::db_detail::libpq, PQftype)
#define PQgetCancel SLUICE_LAZY(::sluice::db_detail::libpq, PQgetCancel)
#define PQgetResult SLUICE_LAZY(::sluice::db_detail::libpq, PQgetResult)
#define PQgetisnull SLUICE_LAZY(::sluice::db_detail::libpq, PQgetisnull)
#define PQgetlength SLUICE_LAZY(::sluice::db_detail::libpq, PQgetlength)
#define PQgetvalue SLUICE_LAZY(::sluice::db_detail::libpq, PQgetvalue)
#define PQhost SLUICE_LAZY(::sluice::db_detail::libpq, PQhost)
#define PQisBusy SLUICE_LAZY(::sluice::db_detail::libpq, PQisBusy)
#define PQnfields SLUICE_LAZY(::sluice::db_detail::libpq, PQnfields)
#define PQntuples SLUICE_LAZY(::sluice::db_detail::libpq, PQntuples)
#define PQparameterStatus SLUICE_LAZY(::sluice::db_detail::libpq, PQparameterStatus)
#define PQresultErrorField SLUICE_LAZY(::sluice::db_detail::libpq, PQresultErrorField)
#define PQresultStatus SLUICE_LAZY(::sluice::db_detail::libpq, PQresultStatus)
#define PQputCopyData SLUICE_LAZY(::sluice::db_detail::libpq, PQputCopyData)
#define PQputCopyEnd SLUICE_LAZY(::sluice::db_detail::libpq, PQputCopyEnd)
#define PQsendPrepare SLUICE_LAZY(::sluice::db_detail::libpq, PQsendPrepare)
#define PQsendQueryPrepared SLUICE_LAZY(::sluice::db_detail::libpq, PQsendQueryPrepared)
#define PQsendQuery SLUICE_LAZY(::sluice::db_detail::libpq, PQsendQuery)
#define PQsendQueryParams SLUICE_LAZY(::sluice::db_detail::libpq, PQsendQueryParams)
#define PQsetNoticeProcessor SLUICE_LAZY(::sluice::db_detail::libpq, PQsetNoticeProcessor)
#define PQsetSingleRowMode SLUICE_LAZY(::sluice::db_detail::libpq, PQsetSingleRowMode)
#define PQsetnonblocking SLUICE_LAZY(::sluice::db_detail::libpq, PQsetnonblocking)
#define PQsocket SLUICE_LAZY(::sluice::db_detail::libpq, PQsocket)
#define PQstatus SLUICE_LAZY(::sluice::db_detail::libpq, PQstatus)
#define PQtransactionStatus SLUICE_LAZY(::sluice::db_detail::libpq, PQtransactionStatus)

#endif
