import type { AnalyticsSegment } from '@earshot/sdk';
import { common } from '#texts/common';
import { sharing as texts } from './texts/en/sharing.ts';
import { Layers, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';

interface SegmentsProps {
  filters: string[];
  onChoose: (filters: string[]) => void;
}

/** Menu of saved filters: select, save, manage. */
export function Segments({ filters, onChoose }: SegmentsProps) {
  const mayWork = useMay('member');
  const [open, setOpen] = useState<'save' | 'manage'>();
  const segments = useRead('GET /v1/analytics/segments');
  const list = segments.data?.data ?? [];
  if (!mayWork && !list.length) return null;
  return (
    <>
      <Menu
        label={texts.segments}
        placement="bottom start"
        trigger={<Button icon={<Layers size={15} />}>{texts.segments}</Button>}
      >
        {list.map((segment) => (
          <MenuItem key={segment.id} onAction={() => onChoose(segment.filters)}>
            {segment.name}
          </MenuItem>
        ))}
        {mayWork && filters.length > 0 && <MenuItem onAction={() => setOpen('save')}>{texts.saveSegment}</MenuItem>}
        {mayWork && <MenuItem onAction={() => setOpen('manage')}>{texts.manageSegments}</MenuItem>}
      </Menu>
      {open === 'save' && <SaveSegment filters={filters} onClose={() => setOpen(undefined)} />}
      <Dialog title={texts.manageTitle} isOpen={open === 'manage'} onOpenChange={() => setOpen(undefined)}>
        <Loaded query={segments}>
          {({ data }) =>
            data.length ? (
              <ul className="plain-list">
                {data.map((segment) => (
                  <Row key={segment.id} segment={segment} filters={filters} />
                ))}
              </ul>
            ) : (
              <p>{texts.noSegments}</p>
            )
          }
        </Loaded>
      </Dialog>
    </>
  );
}

function SaveSegment({ filters, onClose }: { filters: string[]; onClose: () => void }) {
  const call = useClient();
  return (
    <NameDialog
      title={texts.saveTitle}
      label={texts.segmentName}
      hint={texts.segmentNameHint}
      onClose={onClose}
      onSubmit={async (name) => {
        await call('POST /v1/analytics/segments', { body: { name, filters } });
        showToast(texts.segmentSaved);
        await refresh('/v1/analytics/segments');
      }}
    />
  );
}

function Row({ segment: { id, name }, filters }: { segment: AnalyticsSegment; filters: string[] }) {
  const call = useClient();
  const change = async (body: { name?: string; filters?: string[] }) => {
    await call('PATCH /v1/analytics/segments/{id}', { path: { id }, body });
    showToast(texts.segmentSaved);
    await refresh('/v1/analytics/segments');
  };
  return (
    <li>
      <Form className="form inline" onSubmit={(text) => change({ name: text('name') })}>
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.renameSegment(name)} isLabelHidden defaultValue={name} maxLength={100} />
            <Button type="submit" isPending={isBusy}>
              {common.save}
            </Button>
            {filters.length > 0 && (
              <Button aria-label={texts.replaceFiltersOf(name)} onPress={() => void change({ filters })}>
                {texts.replaceFilters}
              </Button>
            )}
            <Confirm
              trigger={
                <IconButton label={`${texts.delete}${common.colon}${name}`}>
                  <Trash2 size={15} />
                </IconButton>
              }
              title={texts.deleteSegment(name)}
              label={texts.delete}
              onConfirm={async () => {
                await call('DELETE /v1/analytics/segments/{id}', { path: { id } });
                await refresh('/v1/analytics/segments');
              }}
            >
              <p>{texts.deleteSegmentHint}</p>
            </Confirm>
          </>
        )}
      </Form>
    </li>
  );
}
