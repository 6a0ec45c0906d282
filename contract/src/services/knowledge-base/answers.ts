import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf } from '../../shared/common.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import { ANSWER_REFUSALS } from './values.ts';

export const MAX_QUESTION_LENGTH = 500;

export const answerSettings = Section({
  answers: Toggle(
    false,
    'Whether readers can ask questions, which the language model of the instance answers from the articles that they may read. Requires `EARSHOT_LLM_URL`. The question and up to five passages of articles are sent to the model.',
  ),
  answers_per_day: Type.Integer({
    default: 200,
    minimum: 1,
    maximum: 100_000,
    description: 'Maximum number of questions of a day (UTC) that are sent to the language model',
  }),
  answers_per_network: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 100_000,
    description:
      'Maximum number of questions from one network (/24 for IPv4, /64 for IPv6) on one day (UTC) that are sent to the language model. Members are not limited.',
  }),
});

export const AnswerBody = Body(
  {
    query: Type.String({
      minLength: 1,
      maxLength: MAX_QUESTION_LENGTH,
      description: 'Question in the words of the reader',
      examples: ['How do I export my data?'],
    }),
    query_id: Type.Optional(
      Id(
        'qry',
        'Id of a search with the same query, which is then not recorded again. Without it, the question is recorded as a search, unless `track` is false.',
      ),
    ),
    track: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the question and its outcome are recorded in the insights' }),
    ),
  },
  { examples: [{ query: 'How do I export my data?' }] },
);

export const Answer = Component('Answer', {
  query_id: Id('qry', 'Id of the search, used to report clicks and ratings'),
  sources: Type.Array(
    Type.Object({
      number: Type.Integer({ description: 'Number of the source, from 1', examples: [1] }),
      document_id: Id('doc'),
      index_id: Id('idx'),
      title: Type.String({ examples: ['Export your data'] }),
      slug: Type.String({ description: 'URL segment of the page of the document', examples: ['export-your-data'] }),
      url: Nullable(Type.String({ description: 'URL of the section', examples: ['https://acme.example/help/export#as-csv'] })),
      headings: Type.Array(Type.String({ examples: ['As CSV'] }), { description: 'Headings above the passage' }),
      excerpt: Type.String({ description: 'Beginning of the passage', examples: ['Every list has an export button.'] }),
    }),
    { description: 'Passages of up to five documents that the reader may read, best match first' },
  ),
  sentences: Type.Array(
    Type.Object({
      text: Type.String({ description: 'Plain text', examples: ['Choose Export in the menu of the list.'] }),
      citations: Type.Array(Type.Integer({ examples: [1] }), { description: 'Numbers of the sources of the sentence' }),
    }),
    { description: 'Sentences whose words their sources contain. Empty when the question is not answered.' },
  ),
  refused: Nullable(
    OneOf(ANSWER_REFUSALS, {
      description:
        'Reason why the question is not answered. `nothing_found`: the search found no document, and no model was asked. `not_in_articles`: the passages contain no answer.',
    }),
  ),
});
