/** A problem with a backup that the operator can solve. The message states what to do. */
export class BackupError extends Error {}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** Turns errors of the file system into messages for operators. */
export function explain(error: unknown): Error {
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || !(error instanceof Error)) return error as Error;
  if (NO_SPACE.has(code ?? ''))
    return new BackupError(`The disk is full${path ? ` (${path})` : ''}. Free some space and try again`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`No permission: ${message}. Give the user of this process access`, { cause: error });
  if (code === 'EISDIR')
    return new BackupError(`${path ?? 'The name'} is a folder. Name one of the archives in it`, { cause: error });
  if (code === 'ENOENT') return new BackupError(`Not found: ${path ?? message}`, { cause: error });
  return error;
}
