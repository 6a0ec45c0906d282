import { editor as texts } from '#texts/editor';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { EditConflict } from './autosave.ts';
import type { Flavor } from './markdown/parse.ts';
import { ShownText } from './shown-text.tsx';

interface Props {
  conflict: EditConflict<{ title: string; content: string }> | undefined;
  flavor: Flavor;
}

/** Message above an editor whose text was also changed elsewhere, with both ways out. */
export function ConflictNotice({ conflict, flavor }: Props) {
  const [isShown, show] = useState(false);
  if (!conflict) return undefined;
  const { theirs, takeTheirs, keepMine } = conflict;
  return (
    <div className="notice warn" role="alert">
      <p className="grow">{texts.changedElsewhere}</p>
      <span className="actions">
        <Button onPress={() => show(true)}>{texts.showTheirs}</Button>
        <Button onPress={keepMine}>{texts.keepMine}</Button>
      </span>
      {isShown && (
        <Dialog isOpen onOpenChange={show} title={texts.theirs} size="wide">
          <section className="history-version" aria-label={theirs.title}>
            <h3>{theirs.title}</h3>
            <ShownText label={texts.theirs} text={theirs.content} flavor={flavor} />
            <div className="actions">
              <Button
                look="primary"
                onPress={() => {
                  show(false);
                  takeTheirs();
                }}
              >
                {texts.takeTheirs}
              </Button>
            </div>
          </section>
        </Dialog>
      )}
    </div>
  );
}
