package sluice

// #include <sluice.h>
// #include <stdint.h>
// extern sluice_status sluiceGoEmbed(void *user, sluice_str *texts, size_t count, float *vectors);
// extern void sluiceGoForget(void *user);
// static inline void sluice_go_callbacks(sluice_embedder *embedder, uintptr_t user) {
//   embedder->user = (void *)user;
//   embedder->embed = (sluice_status(*)(void *, const sluice_str *, size_t, float *))sluiceGoEmbed;
//   embedder->destroy = sluiceGoForget;
// }
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/cgo"
	"sync"
	"unsafe"
)

// Embedder is a custom model.
type Embedder struct {
	Name       string // Model and version.
	Dimensions int
	// Embed returns Dimensions numbers per text, row-major. Several goroutines may call it at the same
	// time.
	Embed func(texts []string) ([]float32, error)
}

// called is the embedder as C refers to it, with the last error of the embedder.
type called struct {
	embedder Embedder
	mutex    sync.Mutex
	cause    error
}

func (c *called) embed(texts []string, vectors []float32) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the embedder panicked: %v", panicked)
		}
	}()
	numbers, err := c.embedder.Embed(texts)
	if err == nil && len(numbers) != len(vectors) {
		err = fmt.Errorf("the embedder returned %d numbers, expected %d", len(numbers), len(vectors))
	}
	copy(vectors, numbers)
	return err
}

func (c *called) fail(cause error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.cause = cause
}

// explain adds the embedder's error to an error that it caused.
func (c *called) explain(err error) error {
	var failed *Error
	if c == nil || !errors.As(err, &failed) {
		return err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	failed.cause, c.cause = c.cause, nil
	return err
}

//export sluiceGoEmbed
func sluiceGoEmbed(user unsafe.Pointer, texts *C.sluice_str, count C.size_t,
	vectors *C.float) C.sluice_status {
	c := cgo.Handle(uintptr(user)).Value().(*called)
	copies := make([]string, count)
	for i, view := range unsafe.Slice(texts, int(count)) {
		copies[i] = text(view)
	}
	room := unsafe.Slice((*float32)(unsafe.Pointer(vectors)), int(count)*c.embedder.Dimensions)
	if err := c.embed(copies, room); err != nil {
		c.fail(err)
		return C.SLUICE_INTERNAL
	}
	return C.SLUICE_OK
}

//export sluiceGoForget
func sluiceGoForget(user unsafe.Pointer) { cgo.Handle(uintptr(user)).Delete() }

// Retriever answers questions about one catalog.
type Retriever struct {
	*handle[*C.sluice_retriever]
	called *called
}

// NewRetriever creates a retriever. The embedder may be nil.
func NewRetriever(catalog *Catalog, embedder *Embedder) (*Retriever, error) {
	var options C.sluice_retriever_options
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	var held *called
	var pinned runtime.Pinner
	defer pinned.Unpin()
	if embedder != nil {
		held = &called{embedder: *embedder}
		given := new(C.sluice_embedder)
		given.struct_size = C.size_t(unsafe.Sizeof(*given))
		given.name, given.name_size = bytes(held.embedder.Name)
		given.dimensions = C.size_t(embedder.Dimensions)
		given.batch = 256
		given.flags = C.SLUICE_CALLBACK_THREAD_SAFE
		pinned.Pin(given.name)
		pinned.Pin(given)
		C.sluice_go_callbacks(given, C.uintptr_t(cgo.NewHandle(held)))
		options.embedder = given
	}
	return retrieverOf(catalog, &options, held)
}

// After creates a retriever of another version of the catalog; it shares the unchanged parts.
func (r *Retriever) After(catalog *Catalog) (*Retriever, error) {
	options := C.sluice_retriever_options{before: r.raw}
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	defer runtime.KeepAlive(r)
	return retrieverOf(catalog, &options, r.called)
}

func retrieverOf(catalog *Catalog, options *C.sluice_retriever_options,
	held *called) (*Retriever, error) {
	defer runtime.KeepAlive(catalog)
	raw, err := made(func(out **C.sluice_retriever, failed **C.sluice_error) C.sluice_status {
		return C.sluice_retriever_new(catalog.raw, options, out, failed)
	})
	if err != nil {
		return nil, held.explain(err)
	}
	end := func(r *C.sluice_retriever) { C.sluice_retriever_release(r) }
	return &Retriever{own(raw, end), held}, nil
}

// Route is a database that a question may be about.
type Route struct {
	Database      string
	Score         float64
	IsProbability bool
}

// Route ranks the databases, best first. The mask may be nil.
func (r *Retriever) Route(question string, mask *Mask) ([]Route, error) {
	var routes *C.sluice_routes
	var failed *C.sluice_error
	q, n := bytes(question)
	status := C.sluice_route(r.raw, q, n, mask.orNil(), &routes, &failed)
	runtime.KeepAlive(r)
	runtime.KeepAlive(mask)
	if err := failure(status, failed); err != nil {
		return nil, r.called.explain(err)
	}
	defer C.sluice_routes_free(routes)
	found := make([]Route, C.sluice_routes_size(routes))
	for i := range found {
		var routed C.sluice_routed
		routed.struct_size = C.size_t(unsafe.Sizeof(routed))
		if err := failure(C.sluice_routes_item(routes, C.size_t(i), &routed, &failed), failed); err != nil {
			return nil, err
		}
		found[i] = Route{text(routed.database), float64(routed.score), routed.is_probability != 0}
	}
	return found, nil
}

// Retrieve chooses at most budget columns that answer a question. The mask may be nil.
func (r *Retriever) Retrieve(question string, budget int, mask *Mask) (*Subset, error) {
	var options C.sluice_retrieve_options
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	options.budget = C.size_t(budget)
	options.databases = 1
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(mask)
	q, n := bytes(question)
	raw, err := made(func(out **C.sluice_subset, failed **C.sluice_error) C.sluice_status {
		return C.sluice_retrieve(r.raw, q, n, mask.orNil(), &options, out, failed)
	})
	if err != nil {
		return nil, r.called.explain(err)
	}
	return &Subset{own(raw, func(s *C.sluice_subset) { C.sluice_subset_free(s) })}, nil
}

// Subset is the columns that answer a question, in the order in which they were chosen.
type Subset struct{ *handle[*C.sluice_subset] }

// Item is one column of a subset.
type Item struct {
	Database, Table, Column string
	Score                   float64
}

// Items returns all columns.
func (s *Subset) Items() ([]Item, error) {
	defer runtime.KeepAlive(s)
	items := make([]Item, C.sluice_subset_size(s.raw))
	for i := range items {
		var item C.sluice_item
		var failed *C.sluice_error
		item.struct_size = C.size_t(unsafe.Sizeof(item))
		if err := failure(C.sluice_subset_item(s.raw, C.size_t(i), &item, &failed), failed); err != nil {
			return nil, err
		}
		items[i] = Item{text(item.database), text(item.table), text(item.column),
			float64(item.score)}
	}
	return items, nil
}

// Render returns the subset as text; form is FormPrompt and so on.
func (s *Subset) Render(form int) (string, error) {
	defer runtime.KeepAlive(s)
	return written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_subset_render(s.raw, C.sluice_form(form), nil, out, failed)
	})
}

// Doubts returns what may be right besides the subset, and whether it is sure, as JSON:
// "alternatives" with "databases" and "tables", each with a "probability", and "unsure".
func (s *Subset) Doubts() (string, error) {
	defer runtime.KeepAlive(s)
	return written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_subset_doubts(s.raw, out, failed)
	})
}
