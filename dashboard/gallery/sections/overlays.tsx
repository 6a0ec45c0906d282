import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../src/ui/button.tsx';
import { Confirm } from '../../src/ui/confirm.tsx';
import { CsvMenu } from '../../src/ui/csv-menu.tsx';
import { Dialog, DialogTrigger } from '../../src/ui/dialog.tsx';
import { Form, TextField } from '../../src/ui/field.tsx';
import { FormActions } from '../../src/ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../../src/ui/menu.tsx';
import { showProblem, showToast } from '../../src/ui/toast.tsx';
import { Example, type Section } from '../example.tsx';

const ignore = () => undefined;
const succeed = () => Promise.resolve();

export const OVERLAYS: Section[] = [
  {
    id: 'menus',
    title: 'Menus',
    presses: ['Actions'],
    isTall: true,
    render: () => (
      <Example name="<Menu> and <CsvMenu>" use="Actions of a record or a page. Deleting comes last." isRow>
        <Menu
          label="Actions"
          placement="bottom start"
          trigger={
            <Button>
              Actions
              <ChevronDown size={15} aria-hidden />
            </Button>
          }
        >
          <MenuSection title="Entry">
            <MenuItem icon={<Pencil size={16} />} keys="E" onAction={ignore}>
              Edit
            </MenuItem>
            <MenuItem detail="2 similar" snippet="Shows which entry stays" onAction={ignore}>
              Merge…
            </MenuItem>
          </MenuSection>
          <MenuItem icon={<Trash2 size={16} />} isDanger onAction={ignore}>
            Delete…
          </MenuItem>
        </Menu>
        <CsvMenu save={succeed} />
      </Example>
    ),
  },
  {
    id: 'dialogs',
    title: 'Dialogs',
    presses: ['Edit…'],
    isTall: true,
    render: () => (
      <Example name="<Dialog>" use="Asks for more, in front of the page. The label of its button ends with “…”." isRow>
        <DialogTrigger>
          <Button>Edit…</Button>
          <Dialog title="Edit segment">
            {(close) => (
              <Form onSubmit={close}>
                {() => (
                  <>
                    <TextField label="Name" defaultValue="Paying teams" />
                    <FormActions label="Save" onCancel={close} />
                  </>
                )}
              </Form>
            )}
          </Dialog>
        </DialogTrigger>
      </Example>
    ),
  },
  {
    id: 'confirmation',
    title: 'Confirmation',
    presses: ['Delete…'],
    isTall: true,
    render: () => (
      <Example name="<Confirm>" use="Names what is lost. Also asks before unsaved changes are left (UnsavedChanges)." isRow>
        <Confirm trigger={<Button>Delete…</Button>} title="Delete segment?" label="Delete" onConfirm={succeed}>
          <p>Reports and releases for “Paying teams” lose their filter.</p>
        </Confirm>
      </Example>
    ),
  },
  {
    id: 'tooltips',
    title: 'Tooltips',
    isFocused: true,
    isTall: true,
    render: () => (
      <Example name="<IconButton>" use="The tooltip has the label and the shortcut." isRow>
        <IconButton label="Delete" keys="Del">
          <Trash2 size={16} />
        </IconButton>
      </Example>
    ),
  },
  {
    id: 'toasts',
    title: 'Messages',
    presses: ['Succeed', 'Fail'],
    isTall: true,
    render: () => (
      <Example name="showToast and showProblem" use="Say what an action did, with Undo where it is possible." isRow>
        <Button onPress={() => showToast('Entry moved to Planned', { label: 'Undo', run: ignore })}>Succeed</Button>
        <Button onPress={() => showProblem('The entry was deleted meanwhile.')}>Fail</Button>
      </Example>
    ),
  },
];
