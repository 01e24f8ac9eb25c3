// PostgreSQL's client library, loaded when an archive on a server is first opened. Other programs
// start without it.
#ifndef TIMEWALK_CPOSTGRES_H
#define TIMEWALK_CPOSTGRES_H

#include <CLoader.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#define TWQ_FUNCTIONS(each) \
  each(PQbackendPID) each(PQclear) each(PQcmdTuples) each(PQconninfoFree) each(PQconninfoParse) each(PQconnectPoll) \
  each(PQconnectStartParams) each(PQconsumeInput) each(PQerrorMessage) each(PQfinish) each(PQflush) \
  each(PQfreeCancel) each(PQfreemem) each(PQfname) each(PQftype) each(PQgetCancel) each(PQcancel) \
  each(PQgetisnull) each(PQgetlength) each(PQgetResult) each(PQgetvalue) each(PQisBusy) each(PQnfields) each(PQnotifies) \
  each(PQnparams) each(PQntuples) each(PQparamtype) each(PQputCopyData) each(PQputCopyEnd) \
  each(PQresultErrorField) each(PQresultErrorMessage) each(PQresultStatus) each(PQsendDescribePrepared) \
  each(PQsendPrepare) each(PQsendQuery) each(PQsendQueryParams) each(PQsendQueryPrepared) each(PQserverVersion) \
  each(PQsetnonblocking) each(PQsetNoticeReceiver) each(PQsocket) each(PQstatus) \
  each(PQtransactionStatus) each(PQenterPipelineMode) each(PQexitPipelineMode) each(PQpipelineSync)

typedef struct twq_functions {
  TWQ_FUNCTIONS(TWD_POINTER)
} twq_functions;

// libpq's functions, valid forever; NULL if it is not installed.
const twq_functions *twq_load(void);

// The result of a wait.
typedef enum twq_end {
  TWQ_READY = 0,
  TWQ_LATE,  // the time is over
  TWQ_LOST   // the connection broke
} twq_end;

// Opens a connection within a timeout in milliseconds. NULL without memory; otherwise a connection,
// possibly failed, see `PQstatus`.
PGconn *twq_connect(const char *const *names, const char *const *values, int milliseconds);

// Sends the output buffer and waits for a result within a timeout in milliseconds. After success,
// `PQgetResult` doesn't block.
twq_end twq_wait(PGconn *connection, int milliseconds);

// Waits until the server sends data, and reads them. TWQ_LATE after the timeout.
twq_end twq_hear(PGconn *connection, int milliseconds);

// Sends all pending data.
twq_end twq_flush(PGconn *connection, int milliseconds);

#endif
