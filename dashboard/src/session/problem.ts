import { session as texts } from '#texts/session';
import type { SignInProblem } from './session.ts';

let problem: string | undefined;

/** Keeps what went wrong with the sign-in that has just come back, for the page that offers the next one. */
export function showSignInProblem(found: SignInProblem | undefined): void {
  problem = found && (typeof found === 'object' ? `${found.said.replace(/\.$/, '')}.` : texts[found]);
}

export const signInProblem = () => problem;
