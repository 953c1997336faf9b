// A tour of the library, with the output of ../../cpp/walkthrough.cpp: walkthrough DATABASES
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sluice"
)

const (
	question   = "Which wines did the customers order?"
	dimensions = 64
)

var pair = sluice.Pair{
	Database:  "vineyard",
	Gold:      "SELECT count(*) FROM tasting_note",
	Predicted: "SELECT count(rating) FROM tasting_note",
}

// countBytes counts each byte: a poor embedder, but a short one.
func countBytes(texts []string) ([]float32, error) {
	vectors := make([]float32, len(texts)*dimensions)
	for row, text := range texts {
		for i := 0; i < len(text); i++ {
			vectors[row*dimensions+int(text[i])%dimensions]++
		}
	}
	return vectors, nil
}

func printColumns(retriever *sluice.Retriever, budget int) (*sluice.Subset, error) {
	subset, err := retriever.Retrieve(question, budget, nil)
	if err != nil {
		return nil, err
	}
	items, err := subset.Items()
	for _, item := range items {
		fmt.Printf("  %s.%s.%s\n", item.Database, item.Table, item.Column)
	}
	return subset, err
}

func ask(catalog *sluice.Catalog) error {
	retriever, err := sluice.NewRetriever(catalog, nil)
	if err != nil {
		return err
	}
	defer retriever.Close()
	routes, err := retriever.Route(question, nil)
	if err != nil {
		return err
	}
	fmt.Println("databases")
	for _, route := range routes[:3] {
		fmt.Printf("  %s %.3f\n", route.Database, route.Score)
	}
	fmt.Println("columns")
	subset, err := printColumns(retriever, 8)
	if err != nil {
		return err
	}
	prompt, err := subset.Render(sluice.FormPrompt)
	if err != nil {
		return err
	}
	fmt.Printf("prompt\n%s\n", prompt)

	own, err := sluice.NewRetriever(catalog, &sluice.Embedder{
		Name: "byte counts 1", Dimensions: dimensions, Embed: countBytes})
	if err != nil {
		return err
	}
	defer own.Close()
	fmt.Println("columns, with a custom embedder")
	_, err = printColumns(own, 4)
	return err
}

func judge(ctx context.Context, path string) error {
	suite, err := sluice.OpenSuite(path)
	if err != nil {
		return err
	}
	defer suite.Close()
	verdict, err := suite.Judge(ctx, pair, sluice.TestSuite)
	if err != nil {
		return err
	}
	fmt.Printf("judged: %s\n", verdict.Name)
	if verdict.Title != "" {
		fmt.Printf("  %s\n", verdict.Title)
	}
	found, err := suite.Refute(ctx, pair, sluice.TestSuite)
	if err != nil {
		return err
	}
	fmt.Printf("looked for a counterexample: %s\n%s", found.Name, found.Script)
	return nil
}

func compare() error {
	from, err := sluice.Parse(pair.Gold, sluice.SQLite, nil, 0)
	if err != nil {
		return err
	}
	to, err := sluice.Parse(pair.Predicted, sluice.SQLite, nil, 0)
	if err != nil {
		return err
	}
	similarity, err := from.Similarity(to)
	if err != nil {
		return err
	}
	fmt.Printf("similarity %.3f\n", similarity)
	var broken *sluice.Error
	_, err = sluice.Parse("SELECT label FROM wine WHERE", sluice.SQLite, nil, 0)
	if errors.As(err, &broken) {
		fmt.Printf("invalid SQL at byte %d\n", broken.Offset)
	}
	return nil
}

func run(path string) error {
	catalog, err := sluice.Load(path)
	if err != nil {
		return err
	}
	defer catalog.Close()
	if err := ask(catalog); err != nil {
		return err
	}
	if err := judge(context.Background(), path); err != nil {
		return err
	}
	return compare()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: walkthrough DATABASES")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "walkthrough:", err)
		os.Exit(2)
	}
}
