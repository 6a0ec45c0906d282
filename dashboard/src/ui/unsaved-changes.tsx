import { common } from '#texts/common';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { Confirm } from './confirm.tsx';

interface Props {
  isUnsaved: boolean;
  /** The last save. Leaving waits for it, since it may make the question needless. */
  lastSave: RefObject<Promise<void> | undefined>;
}

/** Asks before the page is left while it has unsaved changes. */
export function UnsavedChanges({ isUnsaved, lastSave }: Props) {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  const shouldBlockFn: ShouldBlockFn = async ({ current, next }) => {
    // Search parameters, such as a filter of a list next to the form, do not leave the page.
    if (current.pathname === next.pathname) return false;
    await lastSave.current?.catch(() => undefined);
    return latest.current;
  };
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true });
  if (blocker.status !== 'blocked') return undefined;
  return (
    <Confirm title={common.unsavedTitle} label={common.discard} onClose={blocker.reset} onConfirm={async () => blocker.proceed()}>
      <p>{common.unsavedHint}</p>
    </Confirm>
  );
}
