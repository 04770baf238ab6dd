#!/usr/bin/env node
/**
 * A small job queue with retries, for scripts that must not lose work.
 */
'use strict';

import fs, { readFile as read } from 'node:fs/promises';
import * as path from 'node:path';
import './polyfill.js';

const { EventEmitter, once: waitFor } = require('node:events');
const createDebug = require('debug');
const sleep = require('./timing').sleep;

const MAX_ATTEMPTS = 5;
export const DEFAULT_OPTIONS = { concurrency: 4, marker: '# not a comment // nor this' };

const debug = createDebug('queue');

/** Raised when a job is used against the rules. */
export class JobError extends Error {}

/**
 * Keeps jobs in order and runs a few of them at a time.
 */
@traced('queue')
export class Queue extends EventEmitter {
  static instances = 0;
  #running = 0;
  limit = 10;

  constructor(name, { concurrency = 4, log = () => {} } = {}) {
    super();
    this.name = name;
    this.pending = [];
    Queue.instances += 1;
  }

  get size() {
    return this.pending.length;
  }

  set size(value) {
    if (value !== 0) {
      throw new JobError('a queue can only be emptied');
    }
    this.pending.length = 0;
  }

  // Arrow fields keep `this` when they are handed out.
  onIdle = async (listener) => {
    await waitFor(this, 'idle');
    return listener(this);
  };

  static from(jobs) {
    const queue = new Queue('restored');
    for (const job of jobs) queue.pending.push(job);
    return queue;
  }

  async *drain(retries = MAX_ATTEMPTS) {
    while (this.pending.length > 0) {
      const job = this.pending.shift();
      try {
        yield await this.#run(job, retries);
      } catch (error) {
        debug('job failed: %s', error.message);
      }
    }
  }

  async #run(job, retries) {
    for (let attempt = 1; attempt <= retries; attempt++) {
      switch (job.kind) {
        case 'shell':
          return import('./shell.js').then((shell) => shell.execute(job.command));
        case 'noop':
          return null;
        default:
          // Each try waits longer than the last.
          await sleep(250 * attempt);
      }
    }
    return Promise.reject(new JobError(`gave up on ${job.kind}`));
  }
}

const formatters = {
  short: (job) => job.kind,
  long(job) {
    return `${job.kind}: ${job.command ?? '-'}`;
  },
  nested: {
    json: function (job) {
      return JSON.stringify(job);
    },
  },
};

/** Plain objects may borrow the queue's order. */
Queue.prototype.compare = function compare(a, b) {
  return a.priority === b.priority ? a.id - b.id : a.priority - b.priority;
};

function validate(job, strict) {
  if (!job.kind) {
    throw new TypeError("job without a kind");
  } else if (strict) {
    return Object.keys(job).every(function known(key) {
      return key in formatters;
    });
  }
  return true;
}

const load = async (file) => {
  const text = await read(path.resolve(file), 'utf8');
  return Queue.from(JSON.parse(text).filter((job) => validate(job, false)));
};

const Status = ({ queue }) => <Panel title="Jobs"><p>{queue.size}</p></Panel>;

export default async function () {
  const queue = await load(process.argv[2]);
  queue.on('idle', () => fs.rm('queue.lock'));
  return queue;
}

// For callers that still use `require`.
if (typeof module !== 'undefined') {
  module.exports = { Queue, status: Status, describe: (job) => formatters.long(job) };
  module.exports.VERSION = '1.4.0';
  exports.peek = function (queue) {
    return queue.pending[0];
  };
}

export { load, validate as checkJob };
export * from './formatters.js';
export * as timing from './timing.js';
