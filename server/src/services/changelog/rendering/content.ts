import { findLanguage, type Language } from '@earshot/contract/shared/languages';
import { renderEntry } from '../../../platform/markdown/render.ts';
import type { Tables } from '../tables.ts';

/** Fields of an entry that its HTML depends on, besides the language of the project. */
export type Rendered = Pick<Tables['changelog_entries'], 'id' | 'content' | 'languages'>;

/** An entry, or its text before it is stored, whose footnotes have ids without the one of an entry. */
type Renderable = Omit<Rendered, 'id'> & Partial<Pick<Rendered, 'id'>>;

/**
 * Renders an entry. Words that the renderer adds, such as titles of callouts, are in the language of an entry for readers of one language, else
 * in that of the project.
 */
export async function renderContent({ id, content, languages }: Renderable, language: Language): Promise<string> {
  const [only, ...others] = languages;
  return await renderEntry(content, id, (others.length ? undefined : findLanguage(only)) ?? language);
}

/** Returns whether an entry has the same HTML after a change. */
export const isSameRendering = (before: Rendered, after: Rendered): boolean =>
  before.content === after.content && before.languages.join() === after.languages.join();
