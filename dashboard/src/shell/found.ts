import { settings } from '#texts/settings';
import { names } from '../texts/services.ts';
import { shell } from '#texts/shell';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, type LucideIcon, Megaphone, MessageSquare, Settings, User } from 'lucide-react';
import { useRead } from '../api.ts';
import { nameOfMember, useMembers } from '../people/members.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { FORMS, SECTIONS } from '../settings/sections.ts';
import { findSnippet, rankLabel } from './ranking.ts';

/** A record or setting that the palette found. */
export interface Found {
  id: string;
  label: string;
  /** Tells apart results with the same label. */
  detail?: string;
  /** Text in which the search found the words. */
  snippet?: string | undefined;
  icon: LucideIcon;
  run: () => void;
}

const LIMIT = 5;

/** Returns sections and fields of the settings whose name contains the text. */
export function findSettings(text: string): { section: string; label: string; detail: string }[] {
  const fits = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const fieldLabels: Record<string, { label: string }> = settings.fields;
  return SECTIONS.flatMap((section) => {
    const name = settings.sections[section];
    const labels = (FORMS[section] ?? []).flatMap(({ path }) => fieldLabels[path]?.label ?? []);
    return [
      ...(fits(name) ? [{ section, label: name, detail: shell.settings }] : []),
      ...labels.filter(fits).map((label) => ({ section, label, detail: name })),
    ];
  });
}

/** Returns entries, people, articles, changelog entries and settings for a search text, the best first. All searches run at the same time. */
export function useFound(q: string): Found[] {
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  const members = useMembers();
  const isAsked = q !== '';
  const options = { enabled: isAsked, keep: true };
  const forMembers = { enabled: mayWork && q.length > 1 && q.length <= 100, keep: true };
  const entries = useRead('GET /v1/feedback', { query: { q, limit: LIMIT } }, options);
  const changelog = useRead('GET /v1/changelog', { query: { q, limit: LIMIT } }, options);
  const articles = useRead('POST /v1/indexes/search', { body: { query: q, limit: LIMIT, track: false } }, options);
  const people = useRead('GET /v1/feedback/people', { query: { q } }, forMembers);
  const waiting = useRead('GET /v1/waitlist', { query: { q, limit: LIMIT } }, forMembers);
  if (!isAsked) return [];

  const words = q.toLowerCase();
  const person = (id: string, label: string, detail: string, run: () => void): Found => ({ id, label, detail, icon: User, run });
  const kinds: Found[][] = [
    (entries.data?.data ?? []).map(({ id, title, description }) => ({
      id,
      label: title,
      detail: names.feedback,
      snippet: findSnippet(description, q),
      icon: MessageSquare,
      run: () => void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id } }),
    })),
    (articles.data?.results ?? []).map(({ document_id, index_id, title, chunk_content }) => ({
      id: document_id,
      label: title,
      detail: shell.article,
      snippet: findSnippet(chunk_content, q),
      icon: BookOpen,
      run: () =>
        void navigate({
          to: '/projects/$slug/help/$index/documents/$document',
          params: { slug, index: index_id, document: document_id },
        }),
    })),
    (changelog.data?.data ?? []).map(({ id, title, content }) => ({
      id,
      label: title,
      detail: names.changelog,
      snippet: findSnippet(content, q),
      icon: Megaphone,
      run: () => void navigate({ to: '/projects/$slug/changelog/$id', params: { slug, id } }),
    })),
    members
      .filter(({ name, email }) => `${name ?? ''} ${email ?? ''}`.toLowerCase().includes(words))
      .slice(0, LIMIT)
      .map((member) =>
        person(member.user_id, nameOfMember(member), shell.member, () => {
          void navigate({ to: '/projects/$slug/settings/$section', params: { slug, section: 'members' } });
        }),
      ),
    ((mayWork && people.data?.data) || []).map(({ name, email, user_id }, index) =>
      person(`person-${index}`, name ?? email ?? user_id ?? '', (name && email) || names.feedback, () => {
        void navigate({ to: '/projects/$slug/feedback', params: { slug }, search: { q: email ?? name ?? user_id ?? '' } });
      }),
    ),
    ((mayWork && waiting.data?.data) || []).map(({ id, name, email }) =>
      person(id, name ?? email ?? id, names.waitlist, () => {
        void navigate({ to: '/projects/$slug/waitlist', params: { slug }, search: { q: email ?? q } });
      }),
    ),
    findSettings(q).map(({ section, label, detail }) => ({
      id: `setting-${section}-${label}`,
      label,
      detail,
      icon: Settings,
      run: () => void navigate({ to: '/projects/$slug/settings/$section', params: { slug, section } }),
    })),
  ];
  // The best of each kind come before the second best, because scores of different kinds cannot be compared.
  return kinds
    .flatMap((found) => found.map((one, index) => ({ one, rank: rankLabel(one.label, q), index })))
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ one }) => one);
}
