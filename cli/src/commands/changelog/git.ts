import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from '../../errors.ts';

export interface Commit {
  hash: string;
  parents: string[];
  /** Day of the commit, as `YYYY-MM-DD`. */
  day: string;
  subject: string;
  body: string;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Returns the commits of a range such as `v1.2.0..HEAD` in the repository of the current folder, newest first.
 * @throws {CliError} with the message of git
 */
export async function readCommits(range: string): Promise<Commit[]> {
  // NUL separates the commits, which may contain any other character.
  const format = '--format=%H%x1f%P%x1f%cs%x1f%s%x1f%b';
  const args = ['log', '-z', '--topo-order', '--no-show-signature', '--no-color', format, '--end-of-options', range, '--'];
  const output = await runGit(args);
  return output
    .split('\0')
    .filter(Boolean)
    .map((record) => {
      const [hash = '', parents = '', day = '', subject = '', body = ''] = record.split('\u001F');
      return { hash, parents: parents.split(' ').filter(Boolean), day, subject, body };
    });
}

/** Returns the names of the tags of a commit. */
export async function readTags(hash: string): Promise<string[]> {
  const output = await runGit(['for-each-ref', `--points-at=${hash}`, '--format=%(refname:short)', 'refs/tags']);
  return output.split('\n').filter(Boolean);
}

async function runGit(args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', args, { maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (String(code) === 'ENOENT')
      throw new CliError('git was not found. Install git, or write the entry with `changelog create`.');
    throw new CliError(`git: ${stderr?.split('\n')[0]?.replace(/^fatal: /, '') || 'failed'}`);
  }
}
