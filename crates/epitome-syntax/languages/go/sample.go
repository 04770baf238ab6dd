// Package tides predicts high water from a station's harmonics.
package tides

import (
	"errors"
	"fmt"
	m "math"
	. "strings"
	_ "time/tzdata"
)

import "sync"

const (
	// MAX_TERMS bounds the harmonics of one station.
	MAX_TERMS = 64
	LOW, HIGH = -1, 1
	tideHours float64 = 12.42
)

var DATUM = "mean sea // level"

// ErrNoTerms says that a station was made without harmonics.
var ErrNoTerms = errors.New("tides: no harmonics")

// round is a function that is bound to a name.
var round = func(x float64, digits int) float64 {
	scale := m.Pow(10, float64(digits))
	return m.Round(x*scale) / scale
}

type (
	// Level is a height above the datum, in metres.
	Level float64

	// Clock tells the time in hours.
	Clock interface {
		fmt.Stringer
		Now() float64
		Set(hour float64) (old float64, err error)
	}
)

// Names is another name.
type Names = []string

// Term is one harmonic.
type Term struct {
	Amplitude, Phase float64 `json:"amplitude"`
	span             struct {
		From, To int
	}
}

// Station is a place with a gauge.
type Station struct {
	sync.Mutex
	*Term
	Name   string
	Terms  []Term
	clock  Clock
	reads  int
	onRead func(Level) error
}

// New makes a station.
//
// It fails without terms.
func New(name string, terms ...Term) (*Station, error) {
	if len(terms) == 0 {
		return nil, ErrNoTerms
	} else if len(terms) > MAX_TERMS {
		return nil, fmt.Errorf("tides: %q has %d terms", name, len(terms))
	}
	s := &Station{Name: TrimSpace(name), Terms: terms}
	s.Term = &terms[0]
	return s, nil
}

/* At predicts the level. */
func (s *Station) At(hour float64) (level Level) {
	s.Lock()
	defer s.Unlock()
	s.reads++
	add := func(t Term) Level {
		// Phases are in degrees.
		return Level(t.Amplitude * m.Cos(hour/tideHours+t.Phase*m.Pi/180))
	}
	for _, term := range s.Terms {
		level += add(term)
	}
	for i := 0; i < 3; i++ {
		s.Terms[i].Phase = 0
	}
	for level > 99 {
		level /= 10
	}
	return level
}

func (s Station) describe(value any) string {
	switch v := value.(type) {
	case Level:
		return fmt.Sprintf("%.2f m", v)
	case nil:
		panic("tides: nothing to describe")
	}
	switch {
	case s.reads > 1000:
		return "busy"
	default:
		return "calm"
	}
}

func watch(s *Station, stop <-chan struct{}, out chan Level) {
	go func() {
		select {
		case <-stop:
			close(out)
		case out <- s.At(s.clock.Now()):
		}
	}()
}

// Map applies f to each.
func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U = make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

// fast is written in assembly.
func fast(x, y float64) float64
