// Package sluice is sluice for Go: schema retrieval, routing, SQL and evaluation, over the C
// library.
//
// Catalog, Retriever, Query and Suite are safe for concurrent use; Mask and Subset are not. Close
// frees an object early; otherwise the garbage collector frees it.
//
// If libsluice_c is not in the compiler's search path, set CGO_CFLAGS and CGO_LDFLAGS.
package sluice

// #cgo LDFLAGS: -lsluice_c
// #include <sluice.h>
// #include <stdlib.h>
import "C"

import (
	"context"
	"runtime"
	"unsafe"
)

// Error says why a call failed.
type Error struct {
	Status  int
	Message string // One line for people.
	Where   string // For programs: "source:line:column", or less.
	Offset  int    // Offset in the SQL text, in bytes, or -1.
	cause   error
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the embedder's error, or the context's error.
func (e *Error) Unwrap() error { return e.cause }

// Name returns the name of the status, such as "not_found".
func (e *Error) Name() string { return C.GoString(C.sluice_status_name(C.sluice_status(e.Status))) }

// The constants of sluice.h.
const (
	Database = 1
	Table    = 2
	Column   = 3

	FormPrompt      = 1
	FormCreateTable = 2
	FormCompact     = 3
	FormJSON        = 4

	SQLite     = 1
	PostgreSQL = 2
	Permissive = 3

	Printed    = 1
	Normalized = 2
	Masked     = 3

	TestSuite = 1
	Strict    = 2
	Bird      = 3
)

func failure(status C.sluice_status, failed *C.sluice_error) error {
	if status == C.SLUICE_OK {
		return nil
	}
	defer C.sluice_error_free(failed)
	offset := -1
	if at := C.sluice_error_offset(failed); at != C.SLUICE_NO_OFFSET {
		offset = int(at)
	}
	return &Error{
		Status:  int(status),
		Message: text(C.sluice_error_message(failed)),
		Where:   text(C.sluice_error_where(failed)),
		Offset:  offset,
	}
}

// made runs a call that creates a handle.
func made[Pointer any](call func(out *Pointer, failed **C.sluice_error) C.sluice_status) (Pointer, error) {
	var raw Pointer
	var failed *C.sluice_error
	status := call(&raw, &failed)
	return raw, failure(status, failed)
}

// written runs a call that returns a text.
func written(call func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status) (string, error) {
	raw, err := made(call)
	if err != nil {
		return "", err
	}
	defer C.sluice_text_free(raw)
	return text(C.sluice_text_view(raw)), nil
}

func text(view C.sluice_str) string { return C.GoStringN(view.data, C.int(view.size)) }

var nothing byte

// bytes converts a string to a pointer and size; C does not keep the pointer.
func bytes(s string) (*C.char, C.size_t) {
	if s == "" {
		return (*C.char)(unsafe.Pointer(&nothing)), 0
	}
	return (*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))
}

func truth(b bool) C.int32_t {
	if b {
		return 1
	}
	return 0
}

// handle is the base of all objects: a pointer of the library and the function that frees it.
type handle[Pointer comparable] struct {
	raw Pointer
	end func(Pointer)
}

func own[Pointer comparable](raw Pointer, end func(Pointer)) *handle[Pointer] {
	h := &handle[Pointer]{raw, end}
	runtime.SetFinalizer(h, (*handle[Pointer]).Close)
	return h
}

// Close frees the object; it must not be used afterwards. Closing it again does nothing.
func (h *handle[Pointer]) Close() {
	var ended Pointer
	if h.raw != ended {
		h.end(h.raw)
		h.raw = ended
		runtime.SetFinalizer(h, nil)
	}
}

// Catalog has the schemas of all databases that questions may be about.
type Catalog struct{ *handle[*C.sluice_catalog] }

func catalogOf(raw *C.sluice_catalog, err error) (*Catalog, error) {
	if err != nil {
		return nil, err
	}
	return &Catalog{own(raw, func(c *C.sluice_catalog) { C.sluice_catalog_release(c) })}, nil
}

// Load loads a folder of databases, a file or an index.
func Load(path string) (*Catalog, error) {
	p, n := bytes(path)
	return catalogOf(made(func(out **C.sluice_catalog, failed **C.sluice_error) C.sluice_status {
		return C.sluice_catalog_load(p, n, nil, out, failed)
	}))
}

// LoadAfter loads the same path again: files that have not changed since before are not read again.
func LoadAfter(path string, before *Catalog) (*Catalog, error) {
	p, n := bytes(path)
	options := C.sluice_load_options{samples: 3, max_sample_bytes: 60, before: before.raw}
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	defer runtime.KeepAlive(before)
	return catalogOf(made(func(out **C.sluice_catalog, failed **C.sluice_error) C.sluice_status {
		return C.sluice_catalog_load(p, n, &options, out, failed)
	}))
}

// LoadDDL loads the schema that a SQL script defines, in an in-memory database.
func LoadDDL(sql, name string) (*Catalog, error) {
	s, sn := bytes(sql)
	p, n := bytes(name)
	return catalogOf(made(func(out **C.sluice_catalog, failed **C.sluice_error) C.sluice_status {
		return C.sluice_catalog_load_ddl(s, sn, p, n, nil, out, failed)
	}))
}

// Find returns the id of an object by its path.
func (c *Catalog) Find(kind int, path string) (uint32, error) {
	var id C.uint32_t
	var failed *C.sluice_error
	p, n := bytes(path)
	status := C.sluice_catalog_find(c.raw, C.sluice_kind(kind), p, n, &id, &failed)
	runtime.KeepAlive(c)
	return uint32(id), failure(status, failed)
}

func (c *Catalog) orNil() *C.sluice_catalog {
	if c == nil {
		return nil
	}
	return c.raw
}

// Mask is what the user may see.
type Mask struct{ *handle[*C.sluice_mask] }

// NewMask creates a mask that shows everything or nothing.
func NewMask(catalog *Catalog, visible bool) (*Mask, error) {
	defer runtime.KeepAlive(catalog)
	raw, err := made(func(out **C.sluice_mask, failed **C.sluice_error) C.sluice_status {
		return C.sluice_mask_new(catalog.raw, truth(visible), out, failed)
	})
	if err != nil {
		return nil, err
	}
	return &Mask{own(raw, func(m *C.sluice_mask) { C.sluice_mask_free(m) })}, nil
}

// Set shows or hides an object and all objects in it.
func (m *Mask) Set(kind int, id uint32, visible bool) error {
	var failed *C.sluice_error
	status := C.sluice_mask_set(m.raw, C.sluice_kind(kind), C.uint32_t(id), truth(visible), &failed)
	runtime.KeepAlive(m)
	return failure(status, failed)
}

func (m *Mask) orNil() *C.sluice_mask {
	if m == nil {
		return nil
	}
	return m.raw
}

// Query is a parsed SQL statement.
type Query struct{ *handle[*C.sluice_query] }

// Parse parses a statement for a database of the catalog, by its id, or without a catalog.
func Parse(sql string, dialect int, catalog *Catalog, database uint32) (*Query, error) {
	defer runtime.KeepAlive(catalog)
	in := catalog.orNil()
	p, n := bytes(sql)
	raw, err := made(func(out **C.sluice_query, failed **C.sluice_error) C.sluice_status {
		return C.sluice_query_parse(in, C.uint32_t(database), C.sluice_dialect(dialect), p, n, out,
			failed)
	})
	if err != nil {
		return nil, err
	}
	return &Query{own(raw, func(q *C.sluice_query) { C.sluice_query_release(q) })}, nil
}

// Check fails if a name does not exist, or if the statement is not a query. The mask may be nil.
func (q *Query) Check(mask *Mask) error {
	var failed *C.sluice_error
	status := C.sluice_query_check(q.raw, mask.orNil(), &failed)
	runtime.KeepAlive(q)
	runtime.KeepAlive(mask)
	return failure(status, failed)
}

// Text returns the query as text; form is Printed, Normalized or Masked.
func (q *Query) Text(form int) (string, error) {
	defer runtime.KeepAlive(q)
	return written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_query_text(q.raw, C.sluice_query_form(form), out, failed)
	})
}

// Reads returns the tables and columns that the query reads, as JSON.
func (q *Query) Reads() (string, error) {
	defer runtime.KeepAlive(q)
	return written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_query_reads(q.raw, out, failed)
	})
}

// Similarity returns how much one query keeps of the other, in [0, 1].
func (q *Query) Similarity(to *Query) (float64, error) {
	var result C.double
	var failed *C.sluice_error
	status := C.sluice_query_similarity(q.raw, to.raw, &result, &failed)
	runtime.KeepAlive(q)
	runtime.KeepAlive(to)
	return float64(result), failure(status, failed)
}

// Suite has the databases that predictions are judged on.
type Suite struct{ *handle[*C.sluice_suite] }

// OpenSuite opens a suite file, a SQLite file or a folder of them.
func OpenSuite(path string) (*Suite, error) {
	p, n := bytes(path)
	return suiteOf(made(func(out **C.sluice_suite, failed **C.sluice_error) C.sluice_status {
		return C.sluice_suite_open(p, n, out, failed)
	}))
}

// OpenSuiteDDL opens a suite of the in-memory database that a SQL script defines.
func OpenSuiteDDL(sql, name string) (*Suite, error) {
	s, sn := bytes(sql)
	p, n := bytes(name)
	return suiteOf(made(func(out **C.sluice_suite, failed **C.sluice_error) C.sluice_status {
		return C.sluice_suite_open_ddl(s, sn, p, n, out, failed)
	}))
}

func suiteOf(raw *C.sluice_suite, err error) (*Suite, error) {
	if err != nil {
		return nil, err
	}
	return &Suite{own(raw, func(s *C.sluice_suite) { C.sluice_suite_release(s) })}, nil
}

// Verdict is the result of judging or refuting a prediction.
type Verdict struct {
	Name    string // right, wrong, failed; refuted, proved, not_refuted, failed.
	Kind    string // Kind of difference, such as "column_missing".
	Title   string // The kind for people.
	Message string // Why a query cannot be run.
	Script  string // The database that refutes it, as SQL.
	JSON    string // The whole verdict, with the results of both queries.
	Score   float64
}

// Pair is a prediction, its gold query, and the name of their database, which may be empty if the
// suite has only one.
type Pair struct{ Database, Gold, Predicted string }

func verdictOf(made *C.sluice_verdict) (*Verdict, error) {
	defer C.sluice_verdict_free(made)
	var info C.sluice_verdict_info
	var failed *C.sluice_error
	info.struct_size = C.size_t(unsafe.Sizeof(info))
	if err := failure(C.sluice_verdict_get(made, &info, &failed), failed); err != nil {
		return nil, err
	}
	return &Verdict{
		Name: text(info.name), Kind: text(info.kind), Title: text(info.title),
		Message: text(info.message), Script: text(info.script),
		JSON: text(C.sluice_verdict_json(made)), Score: float64(info.score),
	}, nil
}

type work func(database *C.char, databaseSize C.size_t, gold *C.char, goldSize C.size_t,
	predicted *C.char, predictedSize C.size_t, stop *C.sluice_cancellation,
	out **C.sluice_verdict, failed **C.sluice_error) C.sluice_status

// cancelled returns a cancellation that is requested when the context ends; the function stops
// watching it.
func cancelled(ctx context.Context) (*handle[*C.sluice_cancellation], func() bool, error) {
	raw, err := made(func(out **C.sluice_cancellation, failed **C.sluice_error) C.sluice_status {
		return C.sluice_cancellation_new(out, failed)
	})
	if err != nil {
		return nil, nil, err
	}
	stop := own(raw, func(c *C.sluice_cancellation) { C.sluice_cancellation_release(c) })
	left := context.AfterFunc(ctx, func() {
		C.sluice_cancellation_cancel(stop.raw)
		runtime.KeepAlive(stop)
	})
	return stop, left, nil
}

// because sets the context's error as the cause if the context stopped the work.
func because(ctx context.Context, err error) error {
	if failed, ok := err.(*Error); ok && failed.Status == C.SLUICE_CANCELLED {
		failed.cause = ctx.Err()
	}
	return err
}

// until runs work that stops when the context ends.
func (s *Suite) until(ctx context.Context, pair Pair, run work) (*Verdict, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stop, left, err := cancelled(ctx)
	if err != nil {
		return nil, err
	}
	defer left()

	var database *C.char
	var databaseSize C.size_t
	if pair.Database != "" {
		database, databaseSize = bytes(pair.Database)
	}
	gold, goldSize := bytes(pair.Gold)
	predicted, predictedSize := bytes(pair.Predicted)
	raw, err := made(func(out **C.sluice_verdict, failed **C.sluice_error) C.sluice_status {
		return run(database, databaseSize, gold, goldSize, predicted, predictedSize, stop.raw, out,
			failed)
	})
	runtime.KeepAlive(s)
	runtime.KeepAlive(stop)
	if err != nil {
		return nil, because(ctx, err)
	}
	return verdictOf(raw)
}

// Judge runs both queries and compares their results; comparison is TestSuite, Strict or Bird.
func (s *Suite) Judge(ctx context.Context, pair Pair, comparison int) (*Verdict, error) {
	return s.until(ctx, pair, func(d *C.char, dn C.size_t, g *C.char, gn C.size_t, p *C.char,
		pn C.size_t, stop *C.sluice_cancellation, out **C.sluice_verdict,
		failed **C.sluice_error) C.sluice_status {
		var options C.sluice_judge_options
		options.struct_size = C.size_t(unsafe.Sizeof(options))
		options.comparison = C.sluice_comparison(comparison)
		options.steps = 300000000
		options.seconds = 60
		options.cancellation = stop
		return C.sluice_suite_judge(s.raw, d, dn, g, gn, p, pn, &options, out, failed)
	})
}

// Refute searches for a database on which the two queries differ.
func (s *Suite) Refute(ctx context.Context, pair Pair, comparison int) (*Verdict, error) {
	return s.until(ctx, pair, func(d *C.char, dn C.size_t, g *C.char, gn C.size_t, p *C.char,
		pn C.size_t, stop *C.sluice_cancellation, out **C.sluice_verdict,
		failed **C.sluice_error) C.sluice_status {
		var options C.sluice_refute_options
		options.struct_size = C.size_t(unsafe.Sizeof(options))
		options.comparison = C.sluice_comparison(comparison)
		options.databases = 1500
		options.cancellation = stop
		return C.sluice_suite_refute(s.raw, d, dn, g, gn, p, pn, &options, out, failed)
	})
}
