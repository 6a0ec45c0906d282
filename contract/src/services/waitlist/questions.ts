import { Type } from 'typebox';
import { declaration } from '../../shared/field-schemas.ts';
import {
  type Declared,
  type DeclaredValues,
  findInvalidDeclaration,
  MAX_FIELD_TEXT,
  MAX_LONG_TEXT,
} from '../../shared/fields.ts';
import type { InvalidSetting } from '../../shared/settings.ts';
import { MAX_DECLARED_QUESTIONS, MAX_QUESTIONS, QUESTION_TYPES, type QuestionType } from './values.ts';

/** Question of the sign-up form. */
export interface Question extends Declared {
  type: QuestionType;
  /** Whether the form no longer asks the question. Its answers stay. */
  archived?: boolean;
}

/** Returns the questions that the form asks. */
export const listAsked = (questions: Question[]): Question[] => questions.filter(({ archived }) => !archived);

/** Returns the first question that contradicts itself or another one, or that is one too many. */
export function findInvalidQuestion(questions: Question[]): InvalidSetting | undefined {
  return (
    findInvalidDeclaration('questions', questions) ??
    (listAsked(questions).length > MAX_QUESTIONS
      ? { path: 'questions', code: 'too_many', message: `The form must ask at most ${MAX_QUESTIONS} questions` }
      : undefined)
  );
}

export const questionsSetting = Type.Array(
  declaration(QUESTION_TYPES, {
    owner: 'Answers',
    maxLabel: 200,
    more: {
      archived: Type.Optional(
        Type.Boolean({
          description: 'Whether the form no longer asks the question. Its answers stay in lists, filters and exports.',
        }),
      ),
    },
  }),
  {
    default: [],
    maxItems: MAX_DECLARED_QUESTIONS,
    description: `Questions of the sign-up form, in its order, of which at most ${MAX_QUESTIONS} are not archived. A question that is removed hides its answers, which return with the question.`,
  },
);

const answer = ['string', 'number', 'boolean', 'array'];
const examples = [{ company_size: '11–50', tools: ['Jira', 'Linear'] }];

/** Answers of a person. */
export const answers = (options: object) =>
  Type.Unsafe<DeclaredValues>({
    type: 'object',
    // No list of types: the serializer would write lists as texts.
    additionalProperties: {
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    },
    examples,
    ...options,
  });

/** Answers in a request. */
export const givenAnswers = (purpose: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, DeclaredValues[string] | null>>({
      type: 'object',
      additionalProperties: { type: [...answer, 'null'], items: { type: 'string' } },
      maxProperties: MAX_DECLARED_QUESTIONS,
      description: `${purpose} Texts have at most ${MAX_FIELD_TEXT} characters, long texts ${MAX_LONG_TEXT}, and answers to \`multi_select\` are lists of options.`,
      examples,
    }),
  );
