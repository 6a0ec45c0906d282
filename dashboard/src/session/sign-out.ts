import { toSentence } from '../api.ts';
import { showProblem } from '../ui/toast.tsx';
import { endSession } from './session.ts';

/** Signs out, or says why the session could not be ended. */
export const signOut = (): void => void endSession().catch((error: unknown) => showProblem(toSentence(error)));
