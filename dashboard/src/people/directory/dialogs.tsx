import type { Person, PersonWithIdentities } from '@earshot/sdk';
import { directory as texts } from '#texts/directory';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renderPerson } from '../person-name.ts';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { showToast } from '../../ui/toast.tsx';

interface DialogProps {
  person: PersonWithIdentities;
  onClose: () => void;
}

/** Dialog that selects the person to keep. */
export function MergeDialog({ person, onClose }: DialogProps) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const call = useClient();
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string>();
  const q = useDebounced(words.trim());
  const found = useRead('GET /v1/people', { query: { ...(q && { q }), limit: 10 } }, { keep: true });
  const others = (found.data?.data ?? []).filter(({ id }) => id !== person.id);
  const merge = async (into: Person) => {
    try {
      await call('POST /v1/people/{id}/merge', { path: { id: person.id }, body: { into: into.id } });
      onClose();
      showToast(texts.merged);
      await navigate({ to: '/projects/$slug/people/$id', params: { slug, id: into.id } });
      await refresh('/v1/people');
    } catch (error) {
      setProblem(toSentence(error));
    }
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.mergeTitle(renderPerson(person))}>
      <p className="soft">{texts.mergeHint}</p>
      <SearchBox label={texts.mergeSearch} value={words} onChange={setWords} autoFocus />
      {found.data && others.length === 0 && <p className="soft">{texts.noOthers}</p>}
      <ul className="plain-list">
        {others.map((other) => (
          <li key={other.id}>
            <Button onPress={() => void merge(other)}>{describe(other)}</Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** Name and identities, which tell apart people with the same name. */
const describe = ({ name, emails, user_ids: userIds }: Person) =>
  [name, emails[0], userIds[0]].filter((text) => text !== null && text !== undefined).join(' · ');

type Identity = PersonWithIdentities['identities'][number];

export function SeparateDialog({ person, identity, onClose }: DialogProps & { identity: Identity }) {
  const call = useClient();
  return (
    <Confirm
      title={texts.separate(identity.value)}
      label={texts.separateLabel}
      onClose={onClose}
      onConfirm={async () => {
        const body = identity.kind === 'email' ? { email: identity.value } : { user_id: identity.value };
        await call('POST /v1/people/{id}/separate', { path: { id: person.id }, body });
        showToast(texts.separated);
        await refresh('/v1/people');
      }}
    >
      <p>{texts.separateHint}</p>
    </Confirm>
  );
}

/** Returns the identifiers of a person in requests. The server adds the others. */
export const identify = ({ identities: [identity] }: PersonWithIdentities) =>
  identity?.kind === 'email' ? { email: identity.value } : { user_id: identity?.value };

export function EraseDialog({ person, onClose }: DialogProps) {
  const { id, slug } = useProject();
  const navigate = useNavigate();
  const call = useClient();
  return (
    <Confirm
      title={texts.eraseTitle(renderPerson(person))}
      label={texts.eraseLabel}
      onClose={onClose}
      onConfirm={async () => {
        await call('POST /v1/projects/{id}/people/erase', { path: { id }, body: identify(person) });
        showToast(texts.erased);
        await navigate({ to: '/projects/$slug/people', params: { slug } });
        await refresh('/v1');
      }}
    >
      <p>{texts.eraseHint}</p>
    </Confirm>
  );
}
