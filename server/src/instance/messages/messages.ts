import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { truncate } from '@earshot/contract/shared/text';
import { excerpt, extractText } from '../../platform/html/site.ts';
import type { Change, EventType } from '../../platform/jobs/events.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';

/** An event in words. Texts of users may contain anything. */
export interface EventSummary {
  /** Short sentence about the event, such as “New bug report”. */
  heading: string;
  /** Name of the subject. */
  title: string;
  /** Text in Markdown, of which messages contain the beginning. */
  content?: string | null;
  /** Short facts, such as “12 votes”. Empty ones are left out. */
  facts?: (string | null | undefined | false)[];
  /** Target of replies of members to a mail about the event, with a sentence that explains it. */
  reply?: { kind: number; subject: string; hint: string };
  /** Path of the subject in the dashboard, below the project, or the URL of a public page. */
  link: string;
}

/**
 * Describes events of a type from the data that webhooks send. Summaries therefore contain personal data only where webhooks do: fields
 * that a team has not asked for are undefined.
 */
export type SummarizeEvent = (data: never, changes: Change[], settings: ProjectSettings) => EventSummary;

/** An event in words, as plain text that each medium escapes. */
export interface EventMessage {
  project: string;
  heading: string;
  title: string;
  /** Empty without a text. */
  text: string;
  facts: string[];
  url: string;
}

const MAX_TITLE_LENGTH = 200;
const MAX_TEXT_LENGTH = 500;
/** Controls, and characters that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

const toLine = (text: string) => text.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim();

/** An event as webhooks send it. */
interface SentEvent {
  type: string;
  data: object;
  changes?: Change[];
}

export type Messages = ReturnType<typeof createMessages>;

/** Creates the messages about events. Each service adds the summaries of its events. */
export function createMessages() {
  const summaries = new Map<string, SummarizeEvent>();
  return {
    add: (added: { [Type in EventType | 'webhook.test']?: SummarizeEvent }) => {
      for (const [type, summarize] of Object.entries(added)) summaries.set(type, summarize);
    },
    /** Returns the message about an event. `home` is the project in the dashboard. */
    build: async (
      { type, data, changes = [] }: SentEvent,
      project: { name: string; home: string; settings: ProjectSettings },
    ): Promise<EventMessage> => {
      const summarize: SummarizeEvent = summaries.get(type) ?? (() => ({ heading: type, title: project.name, link: '' }));
      return await buildMessage(summarize(data as never, changes, project.settings), project);
    },
  };
}

/** Returns a summary as plain text. `home` is the project in the dashboard. */
export async function buildMessage(
  { heading, title, content, facts = [], link }: EventSummary,
  project: { name: string; home: string },
): Promise<EventMessage> {
  return {
    project: toLine(project.name),
    heading: toLine(heading),
    title: truncate(toLine(title), MAX_TITLE_LENGTH) || toLine(heading),
    text: content ? excerpt(toLine(extractText(await renderMarkdown(content))), MAX_TEXT_LENGTH) : '',
    facts: facts.flatMap((fact) => (fact ? toLine(fact) : [])),
    url: /^https?:/.test(link) ? link : `${project.home}/${link}`,
  };
}

/** Returns the facts of a message on one line. */
export const joinFacts = ({ facts }: EventMessage): string => facts.join(' · ');

/** Returns a number with its noun, such as “1 vote”. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
