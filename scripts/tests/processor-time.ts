// Measures the processor time of a run on Linux. Other programs of the machine change it less than the duration.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks in a second, as in `/proc`. */
const TICKS_PER_SECOND = 100;

interface Process {
  pid: string;
  parent: string;
  /** Name and arguments. */
  command: string;
  /** User and system time in seconds, with that of ended child processes, except for this process. */
  seconds: number;
}

/** Returns a process, unless it has ended. */
function readProcess(pid: string): Process[] {
  try {
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    const fields = rest.split(' ');
    // The time of ended test processes was counted while they ran.
    const ticks = fields.slice(11, pid === String(process.pid) ? 13 : 15).reduce((sum, field) => sum + Number(field), 0);
    const command = `${name} ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')}`;
    return [{ pid, parent: fields[1] ?? '', command, seconds: ticks / TICKS_PER_SECOND }];
  } catch {
    return [];
  }
}

/** Programs of the tests. The process that runs the test files also contains the engine of ClickHouse. */
const PROGRAMS: [name: string, command: RegExp][] = [
  ['PostgreSQL', /^postgres/],
  ['Chromium', /^(?:chrom|headless)/],
  ['shared server', /shared-server\.ts/],
  ['ClickHouse', /scripts\/tests\/main\.ts/],
];
const OTHERS = 'test files with their servers and commands';

/** Returns the seconds of this process and its descendants by program. */
function sumByProgram(): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: string | undefined): boolean =>
    pid === String(process.pid) || (pid !== undefined && isOurs(parents.get(pid)));
  const sums = new Map<string, number>();
  for (const { command, seconds } of processes.filter((one) => isOurs(one.pid))) {
    const program = PROGRAMS.find(([, pattern]) => pattern.test(command))?.[0] ?? OTHERS;
    sums.set(program, (sums.get(program) ?? 0) + seconds);
  }
  return sums;
}

/** Describes the seconds of programs, such as `3.2 s of PostgreSQL`. */
export const describeUse = (seconds: Map<string, number>): string =>
  [...seconds].map(([program, sum]) => `${sum.toFixed(1)} s of ${program}`).join(', ');

/** Adds up the processor time of this process and its descendants. The time of a process that ends between two calls of `sample` is partly lost. */
export class ProcessorClock {
  #last = new Map<string, number>();
  /** Seconds by program. */
  readonly seconds = new Map<string, number>();

  /** Returns the seconds by program since the last call. */
  sample(): Map<string, number> {
    const sums = process.platform === 'linux' ? sumByProgram() : new Map<string, number>();
    const grown = new Map([...sums].map(([program, sum]) => [program, Math.max(0, sum - (this.#last.get(program) ?? 0))]));
    for (const [program, more] of grown) this.seconds.set(program, (this.seconds.get(program) ?? 0) + more);
    this.#last = sums;
    return grown;
  }
}
