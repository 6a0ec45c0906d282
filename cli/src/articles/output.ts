import { isTerminal, type OutputOptions, paint, print, printList, type Style } from '../output.ts';
import { oneLine } from '../text.ts';

/** A change of an article or a file. */
export interface Change {
  action: 'add' | 'change' | 'remove';
  path: string;
  title: string;
}

/** Fields of a change. */
export const CHANGE_FIELDS = ['action', 'path', 'title'] as const satisfies (keyof Change)[];

const SIGNS: Record<Change['action'], [sign: string, style: Style]> = {
  add: ['+', 'green'],
  change: ['~', 'yellow'],
  remove: ['-', 'red'],
};

/** Prints changes: one line each on a terminal, tab-separated values otherwise, or JSON. */
export async function printChanges(changes: Change[], options: OutputOptions): Promise<void> {
  if (isTerminal() && options.json === undefined && options.jq === undefined) {
    for (const { action, path, title } of changes) {
      const [sign, style] = SIGNS[action];
      print(`${paint(style, `${sign} ${oneLine(path)}`)}  ${paint('dim', oneLine(title))}`);
    }
    return;
  }
  await printList(changes, {
    resource: CHANGE_FIELDS,
    options,
    columns: [
      { name: 'action', text: ({ action }) => action },
      { name: 'path', text: ({ path }) => path },
      { name: 'title', text: ({ title }) => title },
    ],
  });
}
