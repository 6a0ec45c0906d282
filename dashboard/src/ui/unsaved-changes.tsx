import { common } from '#texts/common';
import { useBlocker } from '@tanstack/react-router';
import { Confirm } from './confirm.tsx';

/** Asks before the page is left while it has unsaved changes. */
export function UnsavedChanges({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });
  if (blocker.status !== 'blocked') return undefined;
  return (
    <Confirm title={common.unsavedTitle} label={common.discard} onClose={blocker.reset} onConfirm={async () => blocker.proceed()}>
      <p>{common.unsavedHint}</p>
    </Confirm>
  );
}
