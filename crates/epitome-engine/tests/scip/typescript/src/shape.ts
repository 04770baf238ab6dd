export interface Shape {
  area(): number;
}

export class Square implements Shape {
  constructor(private side: number) {}

  area(): number {
    return square(this.side);
  }
}

export const square = (side: number): number => side * side;

export function first<T>(items: T[]): T {
  return items[0];
}
