package sluice

// #include <sluice.h>
// #include <stdint.h>
// #include <stdlib.h>
// #include <string.h>
// extern sluice_status sluiceGoComplete(void *user, sluice_message *messages, size_t count,
//                                       void *write, void *to);
// static sluice_status sluice_go_complete(void *user, const sluice_message *messages, size_t count,
//                                         sluice_write write, void *to) {
//   return sluiceGoComplete(user, (sluice_message *)messages, count, (void *)write, to);
// }
// static inline void sluice_go_completer(sluice_completer *completer, uintptr_t user) {
//   completer->user = (void *)user;
//   completer->complete = sluice_go_complete;
// }
// static inline void sluice_go_write(void *write, void *to, const char *data, size_t size) {
//   ((sluice_write)write)(to, data, size);
// }
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/cgo"
	"unsafe"
)

// Gold is a gold query and the name of its database.
type Gold struct{ Database, SQL string }

// viewsOf copies texts to C memory, where they stay valid until free is called.
func viewsOf(texts ...string) (views []C.sluice_str, free func()) {
	for _, text := range texts {
		views = append(views, C.sluice_str{data: C.CString(text), size: C.size_t(len(text))})
	}
	return views, func() {
		for _, view := range views {
			C.free(unsafe.Pointer(view.data))
		}
	}
}

func goldsOf(golds []Gold) (first *C.sluice_gold, count C.size_t, free func()) {
	if len(golds) == 0 {
		return nil, 0, func() {}
	}
	var texts []string
	for _, gold := range golds {
		texts = append(texts, gold.Database, gold.SQL)
	}
	views, free := viewsOf(texts...)
	raw := make([]C.sluice_gold, len(golds))
	for i := range raw {
		raw[i] = C.sluice_gold{database: views[2*i], sql: views[2*i+1]}
	}
	return &raw[0], C.size_t(len(raw)), free
}

// BuildIndex writes an index, including vectors, for Load.
func (c *Catalog) BuildIndex(folder string) error {
	defer runtime.KeepAlive(c)
	var failed *C.sluice_error
	p, n := bytes(folder)
	return failure(C.sluice_index_build(c.raw, p, n, nil, &failed), failed)
}

// BuildSuite generates databases that distinguish each gold query from its neighbors; folder has
// the databases of the queries.
func BuildSuite(ctx context.Context, golds []Gold, folder string) (*Suite, error) {
	stop, left, err := cancelled(ctx)
	if err != nil {
		return nil, err
	}
	defer left()
	first, count, free := goldsOf(golds)
	defer free()
	var options C.sluice_suite_options
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	options.jobs = 1
	options.cancellation = stop.raw
	p, n := bytes(folder)
	raw, err := made(func(out **C.sluice_suite, failed **C.sluice_error) C.sluice_status {
		return C.sluice_suite_build(first, count, p, n, &options, out, failed)
	})
	runtime.KeepAlive(stop)
	return suiteOf(raw, because(ctx, err))
}

// Save writes a suite that was built.
func (s *Suite) Save(path string) error {
	defer runtime.KeepAlive(s)
	var failed *C.sluice_error
	p, n := bytes(path)
	return failure(C.sluice_suite_save(s.raw, p, n, &failed), failed)
}

// Audit reports doubtful gold queries of a SQLite file, as JSON.
func Audit(path string, golds []Gold) (string, error) {
	first, count, free := goldsOf(golds)
	defer free()
	p, n := bytes(path)
	return written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_audit(p, n, first, count, nil, out, failed)
	})
}

// Examples are questions with their queries.
type Examples struct{ *handle[*C.sluice_examples] }

// OpenExamples opens a store, or JSON lines. Catalog and mask may be nil.
func OpenExamples(path string, catalog *Catalog, mask *Mask) (*Examples, error) {
	defer runtime.KeepAlive(catalog)
	defer runtime.KeepAlive(mask)
	p, n := bytes(path)
	raw, err := made(func(out **C.sluice_examples, failed **C.sluice_error) C.sluice_status {
		return C.sluice_examples_open(catalog.orNil(), mask.orNil(), p, n, out, failed)
	})
	if err != nil {
		return nil, err
	}
	return &Examples{own(raw, func(e *C.sluice_examples) { C.sluice_examples_release(e) })}, nil
}

// Example is one example of a ranking.
type Example struct {
	Question, Database, SQL string
	Score, Similarity       float64
}

// Rank chooses at most count examples to show with a question in a prompt, best first; guesses are
// guesses at its query.
func (e *Examples) Rank(question string, guesses []string, count int) ([]Example, error) {
	defer runtime.KeepAlive(e)
	views, free := viewsOf(guesses...)
	defer free()
	var pinned runtime.Pinner
	defer pinned.Unpin()
	var options C.sluice_rank_options
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	options.count = C.size_t(count)
	options.database = C.SLUICE_NO_ID
	if len(views) > 0 {
		pinned.Pin(&views[0])
		options.guesses, options.guess_count = &views[0], C.size_t(len(views))
	}
	q, n := bytes(question)
	ranking, err := made(func(out **C.sluice_ranking, failed **C.sluice_error) C.sluice_status {
		return C.sluice_examples_rank(e.raw, q, n, &options, out, failed)
	})
	if err != nil {
		return nil, err
	}
	defer C.sluice_ranking_free(ranking)
	found := make([]Example, C.sluice_ranking_size(ranking))
	for i := range found {
		var item C.sluice_ranked
		var failed *C.sluice_error
		item.struct_size = C.size_t(unsafe.Sizeof(item))
		if err := failure(C.sluice_ranking_item(ranking, C.size_t(i), &item, &failed), failed); err != nil {
			return nil, err
		}
		found[i] = Example{text(item.question), text(item.database), text(item.sql),
			float64(item.score), float64(item.similarity)}
	}
	return found, nil
}

// Message is one message of a prompt; its role is "system", "user" or "assistant".
type Message struct{ Role, Text string }

// Complete is a custom language model.
type Complete func(messages []Message) (string, error)

type model struct {
	complete Complete
	cause    error
}

func (m *model) answer(messages []Message) (answer string, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the model panicked: %v", panicked)
		}
	}()
	return m.complete(messages)
}

//export sluiceGoComplete
func sluiceGoComplete(user unsafe.Pointer, messages *C.sluice_message, count C.size_t,
	write, to unsafe.Pointer) C.sluice_status {
	m := cgo.Handle(uintptr(user)).Value().(*model)
	copies := make([]Message, count)
	for i, message := range unsafe.Slice(messages, int(count)) {
		copies[i] = Message{text(message.role), text(message.text)}
	}
	answer, err := m.answer(copies)
	if err != nil {
		m.cause = err
		return C.SLUICE_INTERNAL
	}
	data, size := bytes(answer)
	C.sluice_go_write(write, to, data, size)
	return C.SLUICE_OK
}

// AnswerOptions are all optional.
type AnswerOptions struct {
	Complete  Complete // Writes the SQL; if nil, the label model does.
	Examples  *Examples
	Databases *Suite // Databases to run the query on; if nil, it is only checked.
	Mask      *Mask
}

// Answer answers a question with checked SQL and its rows, as JSON.
func (r *Retriever) Answer(ctx context.Context, question string, chosen AnswerOptions) (string, error) {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(chosen)
	stop, left, err := cancelled(ctx)
	if err != nil {
		return "", err
	}
	defer left()
	var pinned runtime.Pinner
	defer pinned.Unpin()
	var options C.sluice_answer_options
	options.struct_size = C.size_t(unsafe.Sizeof(options))
	options.example_count, options.budget, options.repairs, options.rows = 5, 20, 1, 1000
	options.cancellation = stop.raw
	if chosen.Examples != nil {
		options.examples = chosen.Examples.raw
	}
	if chosen.Databases != nil {
		options.databases = chosen.Databases.raw
	}
	held := &model{complete: chosen.Complete}
	if chosen.Complete != nil {
		user := cgo.NewHandle(held)
		defer user.Delete()
		given := new(C.sluice_completer)
		given.struct_size = C.size_t(unsafe.Sizeof(*given))
		pinned.Pin(given)
		C.sluice_go_completer(given, C.uintptr_t(user))
		options.completer = given
	}
	q, n := bytes(question)
	answer, err := written(func(out **C.sluice_text, failed **C.sluice_error) C.sluice_status {
		return C.sluice_answer(r.raw, q, n, chosen.Mask.orNil(), &options, out, failed)
	})
	runtime.KeepAlive(stop)
	var failed *Error
	if held.cause != nil && errors.As(err, &failed) {
		failed.cause = held.cause
		return "", err
	}
	return answer, because(ctx, r.called.explain(err))
}
