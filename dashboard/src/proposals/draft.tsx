import type { Body, Proposal } from '@earshot/sdk';
import { suggestions as texts } from '#texts/suggestions';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh, toSentence, useClient } from '../api.ts';
import { ShownText } from '../editor/shown-text.tsx';
import { useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { useAskModel } from './model.ts';

interface DraftOptions {
  /** Message when the model has nothing to write about. */
  none: string;
  /** Called with the id of the created draft. */
  onCreated: (id: string) => void;
}

/** Returns a function that asks the language model for a draft, and the dialog that shows it. */
export function useSuggestedDraft({ none, onCreated }: DraftOptions) {
  const call = useClient();
  const askModel = useAskModel();
  const [isBusy, setBusy] = useState(false);
  const [proposal, setProposal] = useState<Proposal>();
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true);
    await run().catch((error: unknown) => showProblem(toSentence(error)));
    setBusy(false);
  };
  const decide = async (decision: 'accept' | 'dismiss') => {
    if (!proposal || isBusy) return;
    await act(async () => {
      // A draft that cannot be created stays, so that its text is not lost.
      if (decision === 'dismiss') setProposal(undefined);
      const { result_id: id } = await call(`POST /v1/proposals/{id}/${decision}`, { path: { id: proposal.id } });
      await refresh('/v1/changelog', '/v1/indexes', '/v1/search-clusters');
      setProposal(undefined);
      if (id) onCreated(id);
    });
  };
  return {
    isBusy,
    ask: (body: Body<'POST /v1/proposals'>) =>
      void act(async () => {
        const made = await askModel(body);
        if (made.state === 'empty') showToast(none);
        else setProposal(made);
      }),
    dialog: proposal?.change && (
      <Dialog isOpen onOpenChange={() => void decide('dismiss')} title={texts.draft} size="wide">
        <p className="soft">{texts.hint}</p>
        <article className="suggested-draft" dir="auto">
          <h3>{proposal.change.title}</h3>
          <ShownText
            label={proposal.change.title ?? texts.draft}
            text={proposal.change.content ?? ''}
            flavor={proposal.kind === 'article' ? 'article' : 'entry'}
          />
        </article>
        <footer className="actions">
          <Button look="primary" autoFocus isPending={isBusy} onPress={() => void decide('accept')}>
            {texts.createDraft}
          </Button>
          <Button isPending={isBusy} onPress={() => void decide('dismiss')}>
            {texts.dismiss}
          </Button>
        </footer>
      </Dialog>
    ),
  };
}

type AboutArticle = Pick<Body<'POST /v1/proposals'>, 'feedback_id' | 'search_cluster_id'>;

/** Returns a function that asks for a draft of an article in a collection, and the dialog that shows it. Opens the created draft. */
export function useSuggestedArticle(about: AboutArticle) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const [index, setIndex] = useState('');
  const draft = useSuggestedDraft({
    none: texts.none,
    onCreated: (document) =>
      void navigate({ to: '/projects/$slug/help/$index/documents/$document', params: { slug, index, document } }),
  });
  return {
    ...draft,
    ask: (index_id: string) => {
      setIndex(index_id);
      draft.ask({ kind: 'article', ...about, index_id });
    },
  };
}
