import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Writes a `.gz` and a `.br` beside each file, as there may be no proxy that compresses. Answers the bytes of each, gzipped. */
export function compress(folder: string, pattern: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const file of globSync(pattern, { cwd: folder })) {
    const content = readFileSync(folder + file);
    const zipped = gzipSync(content, { level: 9 });
    sizes.set(file, zipped.length);
    writeFileSync(`${folder}${file}.gz`, zipped);
    writeFileSync(`${folder}${file}.br`, brotliCompressSync(content));
  }
  return sizes;
}

/** Prints what each weighs; the process fails when one outgrows its limit. */
export function weigh(sizes: Map<string, number>, limits: Record<string, number>): void {
  for (const [file, limit] of Object.entries(limits)) {
    const bytes = sizes.get(file) ?? Infinity;
    if (bytes > limit) process.exitCode = 1;
    console.log(`${file.padEnd(28)} ${String(bytes).padStart(6)} of ${limit} bytes gzipped${bytes > limit ? ': too large' : ''}`);
  }
}
