const KB = 1e3;
const MB = 1e6;
const GB = 1e9;

/** Formats a number of bytes, such as `12 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} kB`;
  return bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`;
}
