import { common } from '#texts/common';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type DropItem, GridList, GridListItem, isTextDropItem, useDragAndDrop } from 'react-aria-components';

interface SortableListProps<Item> {
  label: string;
  /** Type of the items. Items are dragged between lists of the same type. */
  type: string;
  items: Item[];
  nameOf: (item: Item) => string;
  /** Without it, the list can't be changed. Moves items in front of another one, or to the end of the list. */
  onMove?: ((ids: string[], before: string | undefined) => void) | undefined;
  empty?: string;
  children: (item: Item) => ReactNode;
}

/** List whose items are moved by mouse, touch or keyboard, also into other lists. */
export function SortableList<Item extends { id: string }>({
  label,
  type,
  items,
  nameOf,
  onMove,
  empty,
  children,
}: SortableListProps<Item>) {
  const toBefore = ({ key, dropPosition }: { key: string | number; dropPosition: 'before' | 'after' | 'on' }) => {
    const at = items.findIndex(({ id }) => id === key);
    return items[dropPosition === 'after' ? at + 1 : at]?.id;
  };
  const dropFromOther = (dropped: DropItem[], before?: string) =>
    void Promise.all(dropped.filter(isTextDropItem).map((item) => item.getText(type))).then((ids) => onMove?.(ids, before));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [type]: String(key) })),
    acceptedDragTypes: [type],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => onMove?.([...keys].map(String), toBefore(target)),
    onInsert: ({ items: dropped, target }) => dropFromOther(dropped, toBefore(target)),
    onRootDrop: ({ items: dropped }) => dropFromOther(dropped),
    isDisabled: !onMove,
  });
  return (
    <GridList
      aria-label={label}
      className="sortable"
      items={items}
      // Rows also depend on what surrounds them, such as their place and other lists.
      dependencies={[children]}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      renderEmptyState={() => empty && <p className="soft">{empty}</p>}
    >
      {(item) => (
        <GridListItem id={item.id} textValue={nameOf(item)} className="sortable-row">
          {onMove && (
            <Button slot="drag" className="drag-handle" aria-label={common.move(nameOf(item))}>
              <GripVertical size={15} />
            </Button>
          )}
          {children(item)}
        </GridListItem>
      )}
    </GridList>
  );
}

/** Returns a list with items in front of another one, or at the end. Items of other lists are added. */
export function moveBefore<Item extends { id: string }>(list: Item[], moved: Item[], before: string | undefined): Item[] {
  const ids = new Set(moved.map(({ id }) => id));
  // An item that is moved in front of itself stays where it is.
  const anchor =
    before && ids.has(before) ? list.slice(list.findIndex(({ id }) => id === before)).find(({ id }) => !ids.has(id))?.id : before;
  const others = list.filter(({ id }) => !ids.has(id));
  const at = others.findIndex(({ id }) => id === anchor);
  return others.toSpliced(at < 0 ? others.length : at, 0, ...moved);
}
