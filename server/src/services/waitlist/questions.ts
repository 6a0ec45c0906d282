import { listAsked } from '@earshot/contract/services/waitlist/questions';
import type { DeclaredValue, DeclaredValues } from '@earshot/contract/shared/fields';
import { changeFields, type Changes, type Naming, pickFields, readFields, readNewFields } from '../../instance/fields/fields.ts';
import type { Project } from '../../instance/projects/store.ts';

/** Prefix of answers in forms and in CSV files. */
export const ANSWERS = 'answers';
const NAMING: Naming = { property: ANSWERS, unknown: 'is no question of the waitlist' };

/** Changes of answers by key. Null removes an answer. */
export type AnswerChanges = Changes;

/** Validates the answers of a sign-up. @throws {HttpError} 400, which names the question */
export const readSignupAnswers = ({ settings }: Project, given?: AnswerChanges): DeclaredValues =>
  readNewFields<DeclaredValue>(listAsked(settings.waitlist.questions), given, NAMING);

/** Returns answers after changes by the team or an import, which may answer archived questions. @throws {HttpError} 400 */
export const changeAnswers = (
  { settings }: Pick<Project, 'settings'>,
  answers: DeclaredValues,
  given: AnswerChanges,
): DeclaredValues => changeFields(answers, readFields(settings.waitlist.questions, given, NAMING));

/** Returns the answers that fit the questions of the project. */
export const pickAnswers = ({ settings }: Pick<Project, 'settings'>, answers: DeclaredValues): DeclaredValues =>
  pickFields(settings.waitlist.questions, answers);
