import { Shape, Square, first as head } from "./shape";

function largest(shapes: Shape[]): Shape {
  const best = /* größte 😀 */ head<Shape>(shapes);
  return shapes.reduce((a, b) => (a.area() > b.area() ? a : b), best);
}

largest([new Square(2)]);
