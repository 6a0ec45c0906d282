import { CliError, EXIT, UsageError } from './errors.ts';
import { isInteractive } from './output.ts';

/** Lets the user choose a value. @throws {UsageError} with `hint` when nobody can answer */
export async function choose<Value extends string>(
  message: string,
  choices: { value: Value; label: string; hint?: string }[],
  hint: string,
): Promise<Value> {
  if (!isInteractive()) throw new UsageError(hint);
  const { select } = await import('@clack/prompts');
  return completed(await select<string>({ message, options: choices })) as Value;
}

/** Asks for a line of text. @throws {UsageError} with `hint` when nobody can answer */
export async function ask(message: string, hint: string): Promise<string> {
  if (!isInteractive()) throw new UsageError(hint);
  const { text } = await import('@clack/prompts');
  return completed(await text({ message, validate: (value) => (value?.trim() ? undefined : 'Enter a value') }));
}

/** Asks for a secret, which is not shown. Returns undefined when nobody can answer. */
export async function askSecret(message: string): Promise<string | undefined> {
  if (!isInteractive()) return undefined;
  const { password } = await import('@clack/prompts');
  return completed(await password({ message, validate: (value) => (value ? undefined : 'Enter a value') }));
}

/** Asks before a change that cannot be undone. Scripts confirm with `--yes`. */
export async function confirm(message: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return;
  if (!isInteractive()) throw new UsageError('This change requires confirmation. Pass --yes.');
  if (!(await accept(message, false))) throw canceled();
}

/** Asks a question that is answered with yes or no, on a terminal. */
export async function accept(message: string, initialValue = true): Promise<boolean> {
  const prompts = await import('@clack/prompts');
  return completed(await prompts.confirm({ message, initialValue }));
}

/** Waits until the user presses Enter, if anybody can. */
export async function waitForEnter(message: string): Promise<void> {
  if (!isInteractive()) return;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  await lines.question(message);
  lines.close();
}

const canceled = () => new CliError('Canceled', EXIT.interrupted);

function completed<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer === 'symbol') throw canceled();
  return answer as Exclude<Answer, symbol>;
}
