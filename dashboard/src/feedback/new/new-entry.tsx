import { TYPES } from '@earshot/contract/services/feedback/values';
import { common } from '#texts/common';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { boards as boardTexts } from '#texts/settings/boards';
import type { Feedback } from '@earshot/sdk';
import { useState } from 'react';
import { refresh, useClient } from '../../api.ts';
import { PersonField } from '../../people/person-field.tsx';
import type { Person } from '../../people/person.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Fields, Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Tags } from '../../ui/tags.tsx';
import { useBoards } from '../boards.ts';
import { ImageField } from './image-field.tsx';
import { SimilarEntries } from './similar-entries.tsx';
import { listBoardFields, useFields } from '../fields/declared.ts';
import { useStatuses } from '../fields/statuses.ts';
import { NewValues, readNewValues } from '../fields/values.tsx';

/** Dialog that adds an entry, of the person who asked. Controlled by `onClose`, or the second child of a `DialogTrigger`. */
export function NewEntry({ onClose }: { onClose?: () => void }) {
  const call = useClient();
  const [type, setType] = useState<Feedback['type']>('feedback');
  const boards = useBoards();
  const [board, setBoard] = useState<string>();
  const { choices } = useStatuses();
  const [chosen, choose] = useState('new');
  const { status = 'new', custom_status: custom } = choices.find(({ id }) => id === chosen) ?? {};
  const [title, setTitle] = useState('');
  const [person, setPerson] = useState<Person>({});
  const [tags, setTags] = useState<string[]>([]);
  const [image, setImage] = useState<string>();
  const chosenBoard = boards.find(({ id, default: isDefault }) => (board ? id === board : isDefault));
  const declared = listBoardFields(useFields(), chosenBoard);
  const submit = async (text: Fields) => {
    await call('POST /v1/feedback/by-team', {
      body: {
        type,
        status,
        ...(custom && { custom_status: custom }),
        ...(board && { board_id: board }),
        tags,
        title,
        description: text('description'),
        ...(image && { image_url: image }),
        fields: readNewValues(declared, text),
        ...(person.name && { submitter_name: person.name }),
        ...(person.email && { submitter_email: person.email }),
        ...(person.user_id && { submitter_user_id: person.user_id }),
      },
    });
    await refresh('/v1/feedback');
  };
  return (
    <Dialog title={texts.new} size="wide" {...(onClose && { isOpen: true, onOpenChange: onClose })}>
      {(close) => (
        <Form onSubmit={(text) => submit(text).then(close)}>
          {({ isBusy }) => (
            <>
              <p className="soft">{texts.newHint}</p>
              <TextField
                name="title"
                label={texts.newTitle}
                value={title}
                onChange={setTitle}
                isRequired
                autoFocus
                maxLength={200}
              />
              <SimilarEntries title={title} person={person} onVoted={close} />
              <PersonField label={people.submitter} hint={people.submitterHint} onChange={setPerson} />
              <div className="pair">
                <Select
                  label={texts.type}
                  options={TYPES.map((id) => ({ id, label: texts.types[id] }))}
                  value={type}
                  onChange={setType}
                />
                <Select
                  label={texts.status}
                  options={choices.map(({ id, name }) => ({ id, label: name }))}
                  value={chosen}
                  onChange={choose}
                />
              </div>
              {boards.length > 1 && (
                <Select
                  label={boardTexts.board}
                  options={boards.map(({ id, name }) => ({ id, label: name }))}
                  value={chosenBoard?.id ?? ''}
                  onChange={setBoard}
                />
              )}
              <TextField name="description" label={texts.newDescription} rows={5} maxLength={10_000} />
              <Tags tags={tags} onChange={setTags} />
              <NewValues fields={declared} />
              <ImageField url={image} onChange={setImage} />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
