import { session as texts } from '#texts/session';
import type { SignInProblem } from './session.ts';

let problem: string | undefined;

/** Stores the error of a failed sign-in for the sign-in page. */
export function showSignInProblem(found: SignInProblem | undefined): void {
  problem = found && (typeof found === 'object' ? `${found.message.replace(/\.$/, '')}.` : texts[found]);
}

export const signInProblem = () => problem;
