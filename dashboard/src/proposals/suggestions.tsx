import type { Proposal } from '@earshot/sdk';
import { suggestions as texts } from '../feedback/texts/en/suggestions.ts';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { locale } from '../texts/plural.ts';
import { Button } from '../ui/button.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { useAskModel, useHasModel } from './model.ts';

/** Changes of an entry that the language model proposes, with a button that asks for them. */
export default function Suggestions({ id }: { id: string }) {
  return useHasModel() ? <Found id={id} /> : undefined;
}

function Found({ id }: { id: string }) {
  const call = useClient();
  const askModel = useAskModel();
  const [isBusy, setBusy] = useState(false);
  const open = useRead('GET /v1/proposals', { query: { subject_id: id, state: 'open' } });
  const items = open.data?.data ?? [];
  const [first] = items;
  const act = async (run: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await run();
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/proposals', '/v1/feedback');
    setBusy(false);
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
  if (!first)
    return (
      <p className="suggestions">
        <Button look="plain" icon={<Sparkles size={15} />} isPending={isBusy} onPress={() => void ask()}>
          {texts.ask}
        </Button>
      </p>
    );
  return (
    <section className="suggestions" aria-label={texts.title}>
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
    </section>
  );
}

/** Returns what a proposal changes. */
const describe = ({ change }: Proposal): string =>
  change?.into_title === undefined
    ? texts.addTags(new Intl.ListFormat(locale).format(change?.tags ?? []))
    : texts.mergeInto(change.into_title);
