import { execFileSync } from 'node:child_process';

/** Creates a Git repository with the branch `main` in a folder. Returns functions that run Git and make commits without files. */
export function createRepository(folder: string) {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => void execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: 'pipe' });
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', folder]);
  /** The first message is the subject. */
  const commit = (...messages: string[]) =>
    git('commit', '--quiet', '--allow-empty', ...messages.flatMap((message) => ['-m', message]));
  return { git, commit };
}
