import type { Feedback, Proposal } from '@earshot/sdk';
import { suggestions as texts } from '#texts/suggestions';
import { FilePlus2, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useBoards } from '../feedback/boards.ts';
import { useComments } from '../feedback/entry/comments.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { locale } from '../texts/plural.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { useSuggestedArticle } from './draft.tsx';
import { useAskModel, useHasModel } from './model.ts';

/** Changes of an entry that a language model has proposed. On an instance that has a model, also buttons that ask for them. */
export default function Suggestions({ entry }: { entry: Feedback }) {
  const { id } = entry;
  const hasModel = useHasModel();
  const call = useClient();
  const askModel = useAskModel();
  const [isBusy, setBusy] = useState(false);
  const section = useRef<HTMLElement>(null);
  const hasActed = useRef(false);
  // Keeps the section for the focus after the last suggestion.
  const [isKept, setKept] = useState(false);
  const open = useRead('GET /v1/proposals', { query: { subject_id: id, state: 'open' } });
  // Drafts of articles are shown where they are asked for.
  const items = (open.data?.data ?? []).filter(({ kind }) => kind !== 'article');
  const [first] = items;
  const act = async (run: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    hasActed.current = true;
    setKept(true);
    try {
      await run();
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/proposals');
    // Keys work as soon as suggestions are visible.
    setBusy(false);
    await refresh('/v1/feedback');
  };
  const ask = () =>
    act(async () => {
      const made = await Promise.all((['duplicate', 'tags'] as const).map((kind) => askModel({ kind, feedback_id: id })));
      if (made.every(({ state }) => state === 'empty')) showToast(texts.none);
    });
  const decide = (decision: 'accept' | 'dismiss', one: Proposal) =>
    void act(async () => {
      await call(`POST /v1/proposals/{id}/${decision}`, { path: { id: one.id } });
      showToast(decision === 'accept' ? texts.accepted : texts.dismissed);
    });
  useShortcuts(
    first
      ? [
          { keys: 'y', label: texts.acceptFirst, run: () => decide('accept', first) },
          { keys: 'x', label: texts.dismissFirst, run: () => decide('dismiss', first) },
        ]
      : [],
  );
  // When the pressed button leaves with its suggestion, the section gets the focus.
  useEffect(() => {
    if (!hasActed.current || document.activeElement !== document.body) return;
    hasActed.current = false;
    section.current?.focus({ preventScroll: true });
  }, [open.data]);
  if (!first && !hasModel && !isKept) return undefined;
  return (
    <section className="suggestions" aria-label={texts.title} ref={section} tabIndex={-1}>
      {items.map((one) => (
        <div key={one.id} className="notice">
          <Sparkles size={15} aria-hidden />
          <p className="grow" dir="auto">
            {describe(one)}{' '}
            {one.change?.reason && (
              <span className="soft" dir="auto">
                {one.change.reason}
              </span>
            )}
          </p>
          <span className="actions">
            <Button isPending={isBusy} onPress={() => decide('accept', one)}>
              {texts.accept} {one === first && <kbd aria-hidden>y</kbd>}
            </Button>
            <Button look="plain" isPending={isBusy} onPress={() => decide('dismiss', one)}>
              {texts.dismiss} {one === first && <kbd aria-hidden>x</kbd>}
            </Button>
          </span>
        </div>
      ))}
      {!first && hasModel && (
        <Button look="plain" icon={<Sparkles size={15} />} isPending={isBusy} onPress={() => void ask()}>
          {texts.ask}
        </Button>
      )}
      {hasModel && <DraftArticle entry={entry} />}
    </section>
  );
}

/** Button that asks for a draft of an article, if everyone may read the entry and an answer of the team. */
function DraftArticle({ entry: { id, visibility, board_id } }: { entry: Feedback }) {
  const collections = useRead('GET /v1/indexes', { query: { limit: 100 } }).data?.data ?? [];
  const board = useBoards().find((one) => one.id === board_id);
  // An answer is often the first comment or among the last ones.
  const oldest = useComments(id, 1).data;
  const latest = useComments(id, oldest ? Math.max(1, Math.ceil(oldest.total / oldest.limit)) : 1).data;
  const isAnswered = [...(oldest?.data ?? []), ...(latest?.data ?? [])].some(
    (one) => one.author_role === 'team' && !one.internal && !one.private && one.visibility === 'public',
  );
  const draft = useSuggestedArticle({ feedback_id: id });
  const [first] = collections;
  if (!first || !isAnswered || visibility !== 'public' || board?.access !== 'public') return undefined;
  const look = { look: 'plain', icon: <FilePlus2 size={15} />, isPending: draft.isBusy } as const;
  return (
    <>
      {collections.length === 1 ? (
        <Button {...look} onPress={() => draft.ask(first.id)}>
          {texts.draftFromAnswer}
        </Button>
      ) : (
        <Menu label={texts.draftFromAnswer} trigger={<Button {...look}>{texts.draftFromAnswer}</Button>}>
          {collections.map((one) => (
            <MenuItem key={one.id} onAction={() => draft.ask(one.id)}>
              {texts.draftArticle(one.name)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {draft.dialog}
    </>
  );
}

/** Returns what a proposal changes. */
const describe = ({ change }: Proposal): string =>
  change?.into_title === undefined
    ? texts.addTags(new Intl.ListFormat(locale).format(change?.tags ?? []))
    : texts.mergeInto(change.into_title);
