import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import { BOARD_ACCESS, type BoardAccess } from '@earshot/contract/services/feedback/values';
import type { FeedbackBoard } from '@earshot/sdk';
import { common } from '#texts/common';
import { boards as texts } from '#texts/settings/boards';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { SegmentSelect } from '../../people/segments/segment-select.tsx';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { Checkbox, type Fields, Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';
import { MoveButtons } from '../../ui/lists/move-buttons.tsx';

const ACCESS = BOARD_ACCESS.map((id) => ({ id, label: texts.accesses[id] }));
const refreshBoards = () => refresh('/v1/feedback');

/** Boards of the project: admins create, order, change and delete them. */
export function Boards() {
  const boards = useRead('GET /v1/feedback/boards');
  const isAdmin = useMay('admin');
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.title}</h2>
        {isAdmin && (
          <DialogTrigger>
            <Button icon={<Plus size={16} />}>{texts.new}</Button>
            <BoardDialog />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.hint}</p>
      <Loaded query={boards}>
        {({ data }) => (
          <Table label={texts.title} head={[texts.name, texts.access, texts.entries, '']}>
            {data.map((board) => (
              <Row key={board.id} board={board} boards={data} mayManage={isAdmin} />
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

interface RowProps {
  board: FeedbackBoard;
  boards: FeedbackBoard[];
  mayManage: boolean;
}

function Row({ board, boards, mayManage }: RowProps) {
  const call = useClient();
  const { id, name, slug, access, position, feedback_count: count } = board;
  const move = async (to: number) => {
    await call('PATCH /v1/feedback/boards/{id}', { path: { id }, body: { position: to } });
    await refreshBoards();
  };
  const moveTo = (to: number) => void move(to).catch((error: unknown) => showProblem(toSentence(error)));
  return (
    <tr>
      <td>
        <span dir="auto">{name}</span> {board.default && <span className="tag">{texts.default}</span>}
        <p className="soft">{slug}</p>
      </td>
      <td>{texts.accesses[access]}</td>
      <td>{count}</td>
      <td className="end">
        {mayManage && (
          <div className="actions end">
            <MoveButtons
              index={position}
              count={boards.length}
              up={texts.moveUp(name)}
              down={texts.moveDown(name)}
              onMove={moveTo}
            />
            <DialogTrigger>
              <Button aria-label={texts.editOf(name)}>{texts.edit}</Button>
              <BoardDialog board={board} />
            </DialogTrigger>
            {!board.default && <DeleteBoard board={board} boards={boards} />}
          </div>
        )}
      </td>
    </tr>
  );
}

/** Dialog that creates a board, or changes one. */
function BoardDialog({ board }: { board?: FeedbackBoard }) {
  const call = useClient();
  const [access, setAccess] = useState<BoardAccess>(board?.access ?? 'public');
  const [segment, setSegment] = useState(board?.segment_id ?? '');
  const { fields: declared } = useProject().settings.feedback;
  const [fields, setFields] = useState(board?.fields ?? null);
  const save = async (text: Fields) => {
    const slug = text('slug').trim();
    const body = {
      name: text('name'),
      description: text('description'),
      access,
      segment_id: access === 'segment' && segment ? segment : null,
      fields: fields && declared.flatMap(({ key }) => (fields.includes(key) ? [key] : [])),
      ...(slug && { slug }),
    };
    await (board
      ? call('PATCH /v1/feedback/boards/{id}', { path: { id: board.id }, body })
      : call('POST /v1/feedback/boards', { body }));
    await refreshBoards();
    showToast(texts.saved);
  };
  return (
    <Dialog title={board ? texts.editTitle : texts.newTitle}>
      {(close) => (
        <Form onSubmit={(text) => save(text).then(close)}>
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.name} defaultValue={board?.name ?? ''} isRequired autoFocus maxLength={60} />
              <TextField name="slug" label={texts.slug} hint={texts.slugHint} defaultValue={board?.slug ?? ''} maxLength={60} />
              <TextField
                name="description"
                label={texts.description}
                defaultValue={board?.description ?? ''}
                rows={3}
                maxLength={500}
              />
              <Select label={texts.access} hint={texts.accessHint} options={ACCESS} value={access} onChange={setAccess} />
              {access === 'segment' && <SegmentSelect name="segment_id" value={segment} onChange={setSegment} />}
              {declared.length > 0 && <BoardFields declared={declared} chosen={fields} onChange={setFields} />}
              <FormActions label={board ? common.save : texts.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

interface BoardFieldsProps {
  declared: FieldDeclaration[];
  /** Keys of the fields. Null for all. */
  chosen: string[] | null;
  onChange: (keys: string[] | null) => void;
}

/** Choice of the custom fields that the forms of a board ask for: all, or some. */
const BoardFields = ({ declared, chosen, onChange }: BoardFieldsProps) => (
  <fieldset>
    <legend>{texts.fields}</legend>
    <Checkbox isSelected={chosen === null} onChange={(isAll) => onChange(isAll ? null : declared.map(({ key }) => key))}>
      {texts.allFields}
    </Checkbox>
    {chosen &&
      declared.map(({ key, label }) => (
        <Checkbox
          key={key}
          isSelected={chosen.includes(key)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, key] : chosen.filter((one) => one !== key))}
        >
          {label}
        </Checkbox>
      ))}
  </fieldset>
);

function DeleteBoard({ board: { id, name, feedback_count: count = 0 }, boards }: Pick<RowProps, 'board' | 'boards'>) {
  const call = useClient();
  const others = boards.filter((other) => other.id !== id);
  const [target, setTarget] = useState(others.find((other) => other.default)?.id ?? '');
  const remove = async () => {
    await call('DELETE /v1/feedback/boards/{id}', { path: { id }, query: { move_to: target } });
    await refreshBoards();
    showToast(texts.removed);
  };
  return (
    <Confirm
      trigger={<Button aria-label={texts.deleteOf(name)}>{common.delete}</Button>}
      title={texts.deleteTitle(name)}
      label={common.delete}
      onConfirm={remove}
    >
      <p>{texts.deleteHint(count)}</p>
      <Select
        label={texts.moveTo}
        options={others.map((other) => ({ id: other.id, label: other.name }))}
        value={target}
        onChange={setTarget}
      />
    </Confirm>
  );
}
