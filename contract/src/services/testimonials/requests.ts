import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { authorName, consentText, consentVersion, content, rating, short } from './schemas.ts';
import {
  MAX_ANSWER_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_QUESTIONS,
  MAX_REMINDER_DAYS,
  REQUEST_STATUSES,
  RULE_CHANNELS,
  RULE_TRIGGERS,
} from './values.ts';

/** Maximum number of rules of a project. */
export const MAX_RULES = 20;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['After ten exports'] });
const trigger = () =>
  OneOf(RULE_TRIGGERS, {
    description:
      'Moment of the request: a person asked for a release and used it within its window (`release_used`), reached a goal `times` within 90 days (`goal_reached`), or rated results of a search as helpful within 30 days (`answer_helpful`)',
    examples: ['goal_reached'],
  });
const event = () =>
  Nullable(
    Type.String({ minLength: 1, maxLength: 100, description: 'Event that reaches the goal', examples: ['list_exported'] }),
  );
const page = () =>
  Nullable(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '^[/*]',
      description: 'Path of the page that reaches the goal. `*` stands for any characters.',
      examples: ['/reports/*'],
    }),
  );
const times = () =>
  Nullable(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Events that reach the goal', examples: [10] }));
const channel = () =>
  OneOf(RULE_CHANNELS, {
    description:
      'How the person is asked: by `mail` to a proven address, or by the `widget` with the attribute `when-asked` in your product',
    examples: ['mail'],
  });
const message = () =>
  Nullable(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Own sentence of the request',
      examples: ['We are a team of three.'],
    }),
  );
const questions = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_QUESTION_LENGTH, pattern: '\\S', examples: ['What changed?'] }), {
    maxItems: MAX_QUESTIONS,
    uniqueItems: true,
    description:
      'Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit.',
  });
const reminderDays = () =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_REMINDER_DAYS,
      description:
        'Days after which people who neither answered nor declined receive one reminder. Null for no reminder. Only for the channel `mail`.',
      examples: [7],
    }),
  );
const enabled = () => Type.Boolean({ description: 'Whether the rule asks people' });

export const TestimonialRule = Component('TestimonialRule', {
  id: Id('trl'),
  project_id: Id('prj'),
  name: name(),
  trigger: trigger(),
  event: event(),
  page: page(),
  times: times(),
  channel: channel(),
  message: message(),
  questions: questions(),
  reminder_days: reminderDays(),
  enabled: enabled(),
  asked: Type.Integer({ description: 'Requests of the rule', examples: [40] }),
  answered: Type.Integer({ description: 'Requests with a testimonial', examples: [9] }),
  approved: Type.Integer({ description: 'Testimonials that were approved', examples: [7] }),
  declined: Type.Integer({ description: 'Requests after which the person wants no more of them', examples: [1] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const fields = {
  name: name(),
  trigger: trigger(),
  event: Type.Optional(event()),
  page: Type.Optional(page()),
  times: Type.Optional(times()),
  channel: channel(),
  message: Type.Optional(message()),
  questions: Type.Optional(questions()),
  reminder_days: Type.Optional(reminderDays()),
  enabled: Type.Optional(enabled()),
};

export const CreateTestimonialRule = Body(fields, {
  examples: [{ name: 'After ten exports', trigger: 'goal_reached', event: 'list_exported', times: 10, channel: 'mail' }],
});

export const UpdateTestimonialRule = Body(
  { ...fields, name: Type.Optional(name()), trigger: Type.Optional(trigger()), channel: Type.Optional(channel()) },
  { minProperties: 1, examples: [{ enabled: false }] },
);

const mail = (description: string) =>
  Type.Object(
    {
      subject: Type.String({ examples: ['How do you like Acme?'] }),
      text: Type.String(),
      html: Type.String({ description: 'The email as a complete HTML document' }),
    },
    { description },
  );

export const TestimonialRulePreview = Component('TestimonialRulePreview', {
  people: Type.Integer({ description: 'Number of people whom the rule would ask now', examples: [12] }),
  mail: Nullable(mail('Email that asks. Null for the channel `widget`.')),
  reminder: Nullable(mail('Reminder. Null without `reminder_days`.')),
});

const subject = () =>
  Nullable(
    Type.String({
      description:
        'Current title of the used release, or the reached event or page. Null for a release that is no longer published for everyone.',
      examples: ['CSV export'],
    }),
  );

export const TestimonialRequest = Component('TestimonialRequest', {
  id: Id('trq'),
  project_id: Id('prj'),
  rule_id: Nullable(Id('trl', 'Rule of the request. Null if it was deleted.')),
  person_id: Nullable(Id('per', 'Person who was asked')),
  person_name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  channel: channel(),
  subject: subject(),
  status: OneOf(REQUEST_STATUSES, { examples: ['answered'] }),
  testimonial_id: Nullable(Id('tm', 'Testimonial of the person')),
  questions: questions(),
  reminded_at: Nullable(Timestamp({ description: 'Time of the reminder' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const ListTestimonialRequestsQuery = Type.Object({
  status: Type.Optional(OneOf(REQUEST_STATUSES, { description: 'Filter by status' })),
  rule_id: Type.Optional(Id('trl')),
  ...Page,
});

export const OwnTestimonialRequest = Component('OwnTestimonialRequest', {
  request: Nullable(
    Type.Object(
      { id: Id('trq'), subject: subject(), message: message(), questions: questions() },
      { description: 'The open request of the last 30 days to the signed user. Null without one.' },
    ),
  ),
});

export const SignedUserHeaders = Type.Object({
  'x-user-token': Type.String({ description: 'JWT that your server signed for the user' }),
});

const answer = {
  author_name: authorName(),
  author_title: Type.Optional(short('Countess')),
  author_company: Type.Optional(short('Analytical Engines')),
  content: content(),
  rating: rating(),
  answers: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_ANSWER_LENGTH, examples: ['We export in seconds.'] }), {
      maxItems: MAX_QUESTIONS,
      description:
        'Answers to the `questions` of the request, in their order, empty for skipped questions. The team reads them with the questions; `content` is the published text.',
    }),
  ),
};
const ANSWER = { author_name: 'Ada Lovelace', content: 'It saves us an hour a day.', rating: 5 };

export const AnswerTestimonialRequest = Body(
  { ...answer, consent: Type.Literal('yes', { description: 'Consent of the author to the publication' }) },
  { examples: [{ ...ANSWER, consent: 'yes' }] },
);

export const AnswerOwnTestimonialRequest = Body(
  { ...answer, consent: Type.Optional(Body({ text: consentText(), version: consentVersion() })) },
  { examples: [ANSWER] },
);
