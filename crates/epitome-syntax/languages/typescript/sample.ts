/**
 * Accounts and the transfers between them, kept in memory.
 */
import { randomUUID as uuid, type UUID } from 'node:crypto';
import type { Clock } from './clock';
import * as money from './money';
import Ledger from './ledger';
import legacy = require('./legacy');

export const MAX_TRANSFER = 10_000;
const CURRENCIES = { euro: 'EUR', dollar: 'USD' } as const;

/** What every store of accounts can do. */
export interface AccountStore<K> extends Iterable<Account>, Disposable {
  readonly size: number;
  options: { retries?: number; onRetry(attempt: number): void };
  find(key: K): Account | undefined;
  find(key: K, strict: true): Account;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Error };

export type Account = {
  id: UUID;
  balance: number;
  label?: string;
};

export enum Direction {
  In = 'in',
  Out = 'out',
  Unknown,
}

declare const enum Level { Low = 1, High }

declare function report(message: string): void;

declare module './ledger' {
  interface Ledger {
    audit(): Promise<void>;
  }
}

export namespace Rules {
  export const LIMIT = 3;

  export function allowed(direction: Direction): boolean {
    return direction !== Direction.Unknown;
  }
}

/** Turns an amount into cents. */
export function cents(amount: number): number;
export function cents(amount: string, locale?: string): number;
export function cents(amount: number | string, locale = 'en'): number {
  if (typeof amount === 'string') {
    return money.parse(amount, locale);
  }
  return Math.round(amount * 100);
}

abstract class Store {
  protected abstract load(id: UUID): Promise<Account>;

  async [Symbol.asyncDispose](): Promise<void> {}
}

@Injectable({ scope: 'request' })
export class Bank extends Store implements AccountStore<UUID> {
  private static instance?: Bank;
  @Column() readonly opened = new Date();
  #accounts: Map<UUID, Account> = new Map<UUID, Account>();

  constructor(private readonly clock: Clock, protected ledger: Ledger, public name = 'bank // not a comment') {
    super();
    Bank.instance ??= this;
    this.options.retries = 2;
  }

  options = {
    retries: 1,
    onRetry: (attempt: number): void => report(`attempt ${attempt}`),
  };

  get size(): number {
    return this.#accounts.size;
  }

  find(key: UUID): Account | undefined;
  find(key: UUID, strict: true): Account;
  find(key: UUID, strict = false): Account | undefined {
    const account = this.#accounts.get(key);
    if (!account && strict) throw new RangeError('no such account');
    return account;
  }

  @Transactional('transfer')
  public async transfer(this: Bank, from: UUID, to: UUID, ...amounts: number[]): Promise<Result<number>> {
    let total = 0;
    for (const amount of amounts) {
      total += amount > MAX_TRANSFER ? MAX_TRANSFER : amount;
    }
    try {
      const source = this.find(from, true)!;
      source.balance -= total;
    } catch (error: unknown) {
      // The caller decides what to do.
      return { ok: false, error: error as Error };
    }
    return { ok: true, value: total };
  }

  protected override async load(id: UUID): Promise<Account> {
    const { default: seed } = await import('./seed');
    return seed.find((it) => it.id === id) ?? { id: uuid(), balance: 0 };
  }

  private onChange = (direction: Direction): void => {
    switch (direction) {
      case Direction.In:
        this.ledger.credit(<number>this.clock.now());
        break;
      default:
        legacy.notify(direction);
    }
  };
}

const isAccount = (value: unknown): value is Account => typeof value === 'object' && value !== null;

export const { parse: parseMoney, format } = money;

export default new Bank(legacy.clock, new Ledger());
export { isAccount, CURRENCIES as currencies, type Level };
export * from './money';
