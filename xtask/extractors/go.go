// Functions of Go sources as go/parser sees them. Needs Go 1.18 or later. Run: go run go.go ROOT
// Prints `relative-path<TAB>line<TAB>name` for each named function or method with a body.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run go.go ROOT")
		os.Exit(2)
	}
	root := os.Args[1]
	var rows []string
	add := func(path string, line int, name string) {
		rows = append(rows, fmt.Sprintf("%s\t%d\t%s", path, line, name))
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		relative, _ := filepath.Rel(root, path)
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			if file == nil {
				return nil
			}
		}
		bind := func(name ast.Expr, value ast.Expr) {
			if _, ok := value.(*ast.FuncLit); !ok {
				return
			}
			if id, ok := name.(*ast.Ident); ok && id.Name != "_" {
				add(relative, files.Position(id.Pos()).Line, id.Name)
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.FuncDecl:
				if n.Body != nil {
					add(relative, files.Position(n.Name.Pos()).Line, n.Name.Name)
				}
			case *ast.AssignStmt:
				for i := range n.Rhs {
					if i < len(n.Lhs) {
						bind(n.Lhs[i], n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i := range n.Values {
					if i < len(n.Names) {
						bind(n.Names[i], n.Values[i])
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sort.Strings(rows)
	for _, row := range rows {
		fmt.Println(row)
	}
}
