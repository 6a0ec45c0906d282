import { write, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { Metrics } from './metrics.ts';

/** Lines that wait for a slow reader, such as a terminal that is paused. Further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Delay before a reader of a full pipe is tried again. */
const RETRY_MS = 100;
/** Time for a slow reader when the process ends. */
const MAX_FLUSH_MS = 1_000;
/** Minimum time between two reports of dropped lines: a disk that is full repeatedly has little space for them. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Output of log lines that never fails: lines that cannot be written are dropped and counted, because a full disk or a closed pipe must
 * not end the process. The destination of pino emits such an error, and repeats the write forever when the process ends.
 */
export class LogOutput {
  static readonly #open: LogOutput[] = [];
  /** Lines that could not be written. */
  dropped = 0;
  readonly #fd: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** The text that is being written, and the number of its lines. */
  #current: { rest: Buffer; lines: number } | undefined;
  /** Whether a thread of Node.js is writing `#current`. */
  #isInFlight = false;
  /** Whether the last line in the file is incomplete. */
  #isCut = false;
  #reported = 0;
  #reportedAt = -Infinity;

  constructor(fd: number) {
    this.#fd = fd;
    LogOutput.#open.push(this);
    // One listener for all outputs: Node.js warns about many.
    if (LogOutput.#open.length === 1)
      process.on('exit', () => {
        for (const output of LogOutput.#open) output.flushSync();
      });
  }

  /** Writes a line with its line break, after the lines before it. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      this.dropped++;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    if (!this.#current) this.#writeNext();
  }

  /** Writes all lines before the process ends, without its event loop. Node.js completes the write that has begun. */
  flushSync(): void {
    if (this.#isInFlight) this.#current = undefined;
    const deadline = Date.now() + MAX_FLUSH_MS;
    while (this.#current ?? this.#take()) {
      try {
        this.#advance(writeSync(this.#fd, (this.#current as { rest: Buffer }).rest));
      } catch (error) {
        if (isBusy(error) && Date.now() < deadline) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        else this.#drop();
      }
    }
  }

  #writeNext(): void {
    const current = this.#current ?? this.#take();
    if (!current) return;
    this.#isInFlight = true;
    write(this.#fd, current.rest, (error, written) => {
      this.#isInFlight = false;
      // The process is ending, and its lines were written meanwhile.
      if (this.#current !== current) return;
      if (error && isBusy(error)) {
        setTimeout(() => this.#writeNext(), RETRY_MS).unref();
        return;
      }
      if (error) this.#drop();
      else this.#advance(written);
      this.#writeNext();
    });
  }

  /** Returns the waiting lines as one text to write. */
  #take(): { rest: Buffer; lines: number } | undefined {
    if (!this.#waiting.length) return undefined;
    const lines = this.#waiting.length;
    this.#current = { rest: Buffer.from((this.#isCut ? '\n' : '') + this.#waiting.join('')), lines };
    this.#waiting = [];
    this.#waitingBytes = 0;
    return this.#current;
  }

  #advance(written: number): void {
    const current = this.#current;
    if (!current) return;
    current.rest = current.rest.subarray(written);
    this.#isCut = current.rest.length > 0;
    if (this.#isCut) return;
    this.#current = undefined;
    this.#report();
  }

  #drop(): void {
    this.dropped += this.#current?.lines ?? 0;
    this.#current = undefined;
  }

  /** Adds a line about dropped lines as soon as lines can be written again. */
  #report(): void {
    const count = this.dropped - this.#reported;
    if (!count || performance.now() - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.#reported = this.dropped;
    this.#reportedAt = performance.now();
    const line = { level: 40, time: Date.now(), pid: process.pid, dropped: count, msg: 'log lines could not be written' };
    this.#waiting.push(`${JSON.stringify(line)}\n`);
  }
}

/** Returns whether the reader of a pipe is slow, rather than gone. */
const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Creates the log of a process on standard output (1) or standard error (2), and metrics of the log. */
export function createLog({ level, fd }: { level: string; fd: 1 | 2 }): { log: Logger; metrics: Metrics } {
  const output = new LogOutput(fd);
  // Other texts cannot be written either. The command line handles its standard output, which contains its results.
  for (const stream of fd === 1 ? [process.stdout, process.stderr] : [process.stderr]) stream.on('error', () => {});
  return {
    log: pino({ level }, output),
    metrics: [
      {
        type: 'counter',
        name: 'earshot_log_lines_dropped_total',
        help: 'Log lines that could not be written, because the disk was full or the reader was gone',
        read: () => output.dropped,
      },
    ],
  };
}
