import type { WaitlistEntry } from '@earshot/sdk';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { Send, UserX, X } from 'lucide-react';
import { useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { refresh, toSentence, useClient } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';
import { download } from '../ui/download.ts';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import { InviteDialog } from './invite-dialog.tsx';

interface BulkBarProps {
  entries: WaitlistEntry[];
  onClear: () => void;
}

/** Actions for all selected entries. */
export function BulkBar({ entries, onClear }: BulkBarProps) {
  const call = useClient();
  const { slug } = useProject();
  const [isBusy, setBusy] = useState(false);
  const setStatuses = async (toStatus: (entry: WaitlistEntry) => WaitlistEntry['status'], onSent?: () => void) => {
    setBusy(true);
    try {
      // One after the other: changes of the line wait for each other anyway.
      for (const entry of entries)
        await call('PATCH /v1/waitlist/{id}', { path: { id: entry.id }, body: { status: toStatus(entry) } });
    } catch (error) {
      showProblem(toSentence(error));
    }
    setBusy(false);
    onSent?.();
    await refresh('/v1/waitlist');
  };
  const remove = () =>
    setStatuses(
      () => 'removed',
      () => {
        onClear();
        const message = texts.removed(entries.length);
        // Invited people would get another mail when they come back.
        if (entries.some(({ status }) => status === 'invited')) showToast(message);
        else showUndoable(message, () => void setStatuses(({ status }) => status));
      },
    );
  return (
    <Toolbar className="bulk-bar" aria-label={texts.selected(entries.length)}>
      <strong role="status">{texts.selected(entries.length)}</strong>
      <DialogTrigger>
        <Button icon={<Send size={15} />}>{texts.inviteSelected}</Button>
        <InviteDialog selected={entries} filters={{}} starts="selected" />
      </DialogTrigger>
      <Button icon={<UserX size={15} />} isPending={isBusy} onPress={() => void remove()}>
        {texts.remove}
      </Button>
      <CsvMenu
        save={({ bom }) =>
          download(
            call,
            'GET /v1/waitlist/export.csv',
            { query: { ids: entries.map(({ id }) => id), bom } },
            `${slug}-waitlist.csv`,
          )
        }
      />
      <IconButton label={texts.clearSelection} onPress={onClear}>
        <X size={16} />
      </IconButton>
    </Toolbar>
  );
}
