import { ArrowLeft, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, LinkButton } from '../../src/ui/button.tsx';
import { CopyButton, Snippet } from '../../src/ui/copy.tsx';
import { FormActions } from '../../src/ui/form-actions.tsx';
import { MoveButtons } from '../../src/ui/lists/move-buttons.tsx';
import { Example, type Section } from '../example.tsx';

const ignore = () => undefined;

const LOOKS = [
  { look: 'primary', use: 'The action that most people came for: one a page.' },
  { look: 'quiet', use: 'All other actions.' },
  { look: 'plain', use: 'Actions of less weight, in rows and below lists.' },
  { look: 'danger', use: 'Confirms that something is deleted for good. Only in dialogs.' },
] as const;

export const CONTROLS: Section[] = [
  {
    id: 'buttons',
    title: 'Buttons',
    render: () => (
      <>
        {LOOKS.map(({ look, use }) => (
          <Example key={look} name={`<Button look="${look}">`} use={use} isRow>
            <Button look={look}>Save</Button>
            <Button look={look} icon={<Plus size={16} />}>
              New entry
            </Button>
            <Button look={look} isDisabled>
              Disabled
            </Button>
            <Button look={look} isPending>
              Saving
            </Button>
          </Example>
        ))}
        <Example name="<LinkButton>" use="A link that looks like a button, because it leads to the next step." isRow>
          <LinkButton to="/" look="primary" icon={<Plus size={16} />}>
            New project
          </LinkButton>
          <LinkButton to="/">Settings</LinkButton>
        </Example>
        <Example name="<FormActions>" use="The last line of a form." isRow>
          <FormActions label="Save" onCancel={ignore} />
          <FormActions label="Save" onCancel={ignore} isBusy />
        </Example>
      </>
    ),
  },
  {
    id: 'icon-buttons',
    title: 'Icon buttons',
    render: () => (
      <>
        <Example name="<IconButton>" use="Actions that everyone knows by their icon. The label is a tooltip." isRow>
          <IconButton label="Back">
            <ArrowLeft size={16} />
          </IconButton>
          <IconButton label="Edit">
            <Pencil size={16} />
          </IconButton>
          <IconButton label="Delete" isDisabled>
            <Trash2 size={16} />
          </IconButton>
          <IconButton label="More">
            <Ellipsis size={16} />
          </IconButton>
        </Example>
        <Example name="<MoveButtons>" use="Moves a row of a table. Lists that can be dragged are SortableList." isRow>
          <MoveButtons index={0} count={3} up="Move up" down="Move down" onMove={ignore} />
          <MoveButtons index={1} count={3} up="Move up" down="Move down" onMove={ignore} />
        </Example>
        <Example name="<CopyButton>" use="Copies a key, an address or code." isRow>
          <span className="key">
            <code>pk_live_7f3a</code>
            <CopyButton text="pk_live_7f3a" label="Copy API key" />
          </span>
        </Example>
        <Example name="<Snippet>" use="Code that people paste elsewhere.">
          <Snippet title="HTML" code={'<script src="https://earshot.example/tracker.js" defer></script>'} />
        </Example>
      </>
    ),
  },
];
