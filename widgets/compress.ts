import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Writes a `.gz` and a `.br` file next to each file, for servers without a compressing proxy. Returns the gzipped size of each file in bytes. */
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

/** Prints the size of each file. The process fails when a file exceeds its limit. */
export function checkSizes(sizes: Map<string, number>, limits: Record<string, number>): void {
  for (const [file, limit] of Object.entries(limits)) {
    const bytes = sizes.get(file) ?? Infinity;
    const line = `${file.padEnd(28)} ${String(bytes).padStart(6)} of ${limit} bytes gzipped`;
    if (bytes <= limit) console.log(line);
    else {
      process.exitCode = 1;
      // On standard error, because an installation hides the others.
      console.error(`${line}: too large`);
    }
  }
}
