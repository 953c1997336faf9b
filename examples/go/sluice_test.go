package sluice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	ddl = `CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);
		INSERT INTO t VALUES (1, 'x'), (2, NULL)`
	endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
		SELECT count(*) FROM n`
)

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestAnErrorTellsAllThatItKnows(t *testing.T) {
	catalog := must(LoadDDL(ddl, "db"))(t)
	query := must(Parse("SELECT a, c FROM t", SQLite, catalog, 0))(t)
	var failed *Error
	if !errors.As(query.Check(nil), &failed) {
		t.Fatal("no error")
	}
	if failed.Name() != "not_found" || failed.Offset != 10 || failed.Where != "sql:1:11" {
		t.Error(failed)
	}
}

func TestAMaskHides(t *testing.T) {
	catalog := must(LoadDDL(ddl, "db"))(t)
	mask := must(NewMask(catalog, true))(t)
	if err := mask.Set(Column, must(catalog.Find(Column, "db.t.b"))(t), false); err != nil {
		t.Fatal(err)
	}
	query := must(Parse("SELECT b FROM t", SQLite, catalog, 0))(t)
	if query.Check(nil) != nil || query.Check(mask) == nil {
		t.Error("the mask has no effect")
	}
	reads := must(query.Reads())(t)
	if reads != `{"tables":["t"],"columns":["t.b"],"problems":[]}` {
		t.Error(reads)
	}
}

func TestARetrieverFollows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "zoo.sql")
	write := func(sql string) {
		if err := os.WriteFile(path, []byte(sql), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("CREATE TABLE animal (name TEXT, weight REAL); CREATE TABLE keeper (name TEXT)")
	first := must(Load(path))(t)
	before := must(NewRetriever(first, nil))(t)
	write("CREATE TABLE creature (name TEXT, weight REAL); CREATE TABLE keeper (name TEXT)")
	after := must(before.After(must(LoadAfter(path, first))(t)))(t)
	for retriever, expected := range map[*Retriever]string{before: "animal", after: "creature"} {
		subset := must(retriever.Retrieve("weights of animals", 20, nil))(t)
		if items := must(subset.Items())(t); items[0].Table != expected {
			t.Error(items[0], expected)
		}
	}
}

func TestExamplesAreRankedAndAModelAnswers(t *testing.T) {
	catalog := must(LoadDDL(ddl, "db"))(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "examples.jsonl")
	line := `{"question": "How many t?", "db_id": "db", "sql": "SELECT count(*) FROM t"}`
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	examples := must(OpenExamples(path, catalog, nil))(t)
	ranked := must(examples.Rank("How many?", []string{"SELECT count(*) FROM t"}, 3))(t)
	if len(ranked) != 1 || ranked[0].Question != "How many t?" {
		t.Error(ranked)
	}
	index := filepath.Join(folder, "index")
	if err := catalog.BuildIndex(index); err != nil {
		t.Fatal(err)
	}
	must(Load(index))(t)

	retriever := must(NewRetriever(catalog, nil))(t)
	var asked string
	model := func(messages []Message) (string, error) {
		asked = messages[len(messages)-1].Text
		return "SELECT count(*) FROM t", nil
	}
	ctx := context.Background()
	options := AnswerOptions{Complete: model, Examples: examples,
		Databases: must(OpenSuiteDDL(ddl, "db"))(t)}
	answer := must(retriever.Answer(ctx, "How many b of t?", options))(t)
	if !strings.Contains(answer, `"rows":[[2]]`) || !strings.Contains(asked, "How many t?") {
		t.Error(answer, asked)
	}
	cause := errors.New("no model")
	options.Complete = func([]Message) (string, error) { return "", cause }
	if _, err := retriever.Answer(ctx, "b of t", options); !errors.Is(err, cause) {
		t.Error(err)
	}
	golds := []Gold{{"db", "SELECT 1"}}
	var failed *Error
	if _, err := Audit("/nowhere", golds); !errors.As(err, &failed) || failed.Name() != "not_found" {
		t.Error(err)
	}
	if _, err := BuildSuite(ctx, golds, "/nowhere"); !errors.As(err, &failed) {
		t.Error(err)
	}
	if err := options.Databases.Save("x"); err == nil {
		t.Error("databases were saved as a suite")
	}
}

func TestWhatAnEmbedderReturnsComesOut(t *testing.T) {
	catalog := must(LoadDDL(ddl, "db"))(t)
	cause := errors.New("no model")
	for _, embed := range []func([]string) ([]float32, error){
		func([]string) ([]float32, error) { return nil, cause },
		func([]string) ([]float32, error) { panic(cause) },
		func([]string) ([]float32, error) { return []float32{1}, nil },
	} {
		_, err := NewRetriever(catalog, &Embedder{"fails", 2, embed})
		if err == nil || errors.Unwrap(err) == nil {
			t.Error(err)
		}
	}
}

func TestGoroutinesShareARetriever(t *testing.T) {
	catalog := must(LoadDDL(ddl, "db"))(t)
	retriever := must(NewRetriever(catalog, &Embedder{"ones", 1, func(texts []string) ([]float32, error) {
		ones := make([]float32, len(texts))
		for i := range ones {
			ones[i] = 1
		}
		return ones, nil
	}}))(t)
	catalog.Close()
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			subset, err := retriever.Retrieve("b of t", 3, nil)
			if err != nil {
				t.Error(err)
				return
			}
			items, err := subset.Items()
			if err != nil || len(items) == 0 || items[0].Table != "t" {
				t.Error(items, err)
			}
		}()
	}
	group.Wait()
	retriever.Close()
	retriever.Close()
}

func TestAContextEndsTheWork(t *testing.T) {
	suite := must(OpenSuiteDDL(ddl, "db"))(t)
	verdict := must(suite.Judge(context.Background(),
		Pair{Gold: "SELECT count(*) FROM t", Predicted: "SELECT count(b) FROM t"}, TestSuite))(t)
	if verdict.Name != "wrong" || verdict.Kind != "values" {
		t.Error(verdict)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := suite.Judge(ctx, Pair{Gold: "SELECT 1", Predicted: endless}, TestSuite)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err = suite.Refute(ctx, Pair{Gold: "SELECT a FROM t", Predicted: "SELECT b FROM t"},
		TestSuite); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
