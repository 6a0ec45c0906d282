// Loaded before the server (`node --import`). V8 accepts a limit of its heap only when the process starts. This module therefore executes
// Node.js again with the limit of EARSHOT_MEMORY, in the same process.
import { isMainThread } from 'node:worker_threads';
import { hasHeapLimit, parseMemory, planMemory } from './memory.ts';

const { EARSHOT_MEMORY: size } = process.env;

// Threads load this module as well. A process with a limit was replaced already, or has the limit of the operator.
if (size && isMainThread && !hasHeapLimit()) {
  const heapMb = findLimit(size);
  if (heapMb !== undefined)
    process.execve?.(
      process.execPath,
      [process.execPath, `--max-old-space-size=${heapMb}`, ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    );
}

function findLimit(text: string): number | undefined {
  try {
    return planMemory(parseMemory(text)).heapMb;
  } catch {
    // The server reports an invalid value with all others.
    return undefined;
  }
}
