/**
 * A list of to-dos with a filter, as a React component.
 */
import React, { useMemo, useState, type ReactNode } from 'react';
import * as icons from './icons';
import type { Store } from './store';
import './todo.css';

export const PAGE_SIZE = 25;

/** One thing to do. */
export interface Todo {
  id: number;
  title: string;
  done?: boolean;
  remind?(at: Date): void;
}

export type Filter = 'all' | 'open' | 'done';

type ListProps<T> = {
  items: T[];
  render: (item: T) => ReactNode;
  empty?: ReactNode;
};

export enum Sort {
  Newest = 'newest',
  Oldest = 'oldest',
}

/** Raised when the list is asked for what it cannot do. */
export class TodoError extends Error {
  constructor(public readonly code: string, message = 'to-do failed') {
    super(message);
    this.name = 'TodoError';
  }
}

export function visible(todos: Todo[], filter: Filter): Todo[];
export function visible(todos: Todo[], filter: string): Todo[] {
  switch (filter) {
    case 'open':
      return todos.filter((todo) => !todo.done);
    case 'done':
      return todos.filter((todo) => todo.done);
    case 'all':
      return todos;
    default:
      throw new TodoError('filter', `unknown filter /* ${filter} */`);
  }
}

export function List<T,>({ items, render, empty = 'Nothing here' }: ListProps<T>) {
  if (items.length === 0) {
    return <p className="empty">{empty}</p>;
  }
  return (
    <ul>
      {items.slice(0, PAGE_SIZE).map((item, index) => (
        <li key={index}>{render(item)}</li>
      ))}
    </ul>
  );
}

const Row = ({ todo, onToggle }: { todo: Todo; onToggle: (id: number) => void }) => (
  <label>
    <input type="checkbox" checked={todo.done} onChange={() => onToggle(todo.id)} />
    {todo.done ? <icons.Check size={16} /> : null}
    {todo.title}
  </label>
);

@observer
export class Board extends React.Component<{ store: Store }> {
  static displayName = 'Board';
  private timer?: number;

  handleClear = async (): Promise<void> => {
    // A cleared board is an empty one.
    await this.props.store.clear();
  };

  componentDidMount(): void {
    this.timer = window.setInterval(this.handleClear, 60_000);
  }

  // The board shows what the store holds.
  render() {
    return <List items={this.props.store.todos} render={(todo: Todo) => <Row todo={todo} onToggle={() => {}} />} />;
  }
}

List.Header = function Header(props: { title: string }) {
  return <h2>{props.title}</h2>;
};

export default function TodoPage({ todos }: { todos: Todo[] }) {
  const [filter, setFilter] = useState<Filter>('all');
  const shown = useMemo(() => visible(todos, filter), [todos, filter]);

  function select(next: Filter): void {
    setFilter(next);
  }

  return (
    <main>
      <List.Header title="To do" />
      <button onClick={() => select('open')}>Open</button>
      <List items={shown} render={(todo) => <Row todo={todo} onToggle={() => {}} />} />
    </main>
  );
}

export { Row };
export { Check, Cross as Close } from './icons';
