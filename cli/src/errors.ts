import { findCause } from '@earshot/contract/shared/causes';
/** Exit codes of the command line. */
export const EXIT = { failure: 1, usage: 2, auth: 4, interrupted: 130 } as const;

/** An error with a message for the user, without a stack. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failure) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the error of a command for the machine of the server that runs elsewhere. */
export const needsServer = (command: string): CliError =>
  new CliError(
    `\`${command}\` uses the database of the server and requires its code and data folder.\nRun it in the folder of the server: npm run -s earshot -- ${command}`,
  );

/** A wrong argument, option or environment variable. */
export class UsageError extends CliError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** A missing or invalid credential. */
export class AuthError extends CliError {
  constructor(message: string) {
    super(message, EXIT.auth);
  }
}

/** The properties of errors of the SDK, which is not loaded for commands that send no request. */
interface ApiError extends Error {
  status: number;
  code?: string;
  fields?: { path?: string; message?: string }[];
  requestId?: string;
}

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && 'requestId' in error;

/** Messages for errors of the file system by code, in place of those of Node.js: `ENOENT: no such file or directory, stat 'a.csv'`. */
const FILE_ERRORS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `${path} not found`,
  EACCES: (path) => `Permission denied: ${path}`,
  EPERM: (path) => `Permission denied: ${path}`,
  EROFS: (path) => `${path} is on a read-only file system`,
  EISDIR: (path) => `${path} is a folder, not a file`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder`,
  ENOSPC: (path) => `No space is left for ${path}`,
};

/** Returns the lines that describe an error, without control characters of the server. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('\n');
  if (!(error instanceof Error)) return String(error);
  if (!isApiError(error)) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    return (path !== undefined && FILE_ERRORS[code]?.(path)) || error.message;
  }
  const lines = [error.code ? `${error.message} (${error.code})` : error.message];
  const reason = findCause(error);
  if (reason) lines.push(`Reason: ${reason}`);
  if (error.requestId) lines.push(`Request id: ${error.requestId}`);
  if (error.status === 401)
    lines.push(
      process.env.EARSHOT_TOKEN?.startsWith('pk_')
        ? 'EARSHOT_TOKEN is an API key. Set it to a personal access token, or sign in with `earshot login`.'
        : 'Sign in with `earshot login`, or set EARSHOT_TOKEN.',
    );
  return lines.join('\n');
}

/** Returns the exit code for an error: 4 for rejected credentials, 2 for wrong usage, otherwise 1. */
export function toExitCode(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  return isApiError(error) && error.status === 401 ? EXIT.auth : EXIT.failure;
}
