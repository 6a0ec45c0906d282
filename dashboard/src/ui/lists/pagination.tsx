import { common } from '#texts/common';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Loaded, type LoadedProps } from '../state.tsx';

interface ListPage {
  total: number;
  page: number;
  limit: number;
}

interface PaginationProps {
  list: ListPage;
  onPage: (page: number) => void;
}

export const Pagination = ({ list: { total, page, limit }, onPage }: PaginationProps) =>
  total > limit && (
    <div className="pagination">
      <span className="soft">{common.range((page - 1) * limit + 1, Math.min(page * limit, total), total)}</span>
      <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {common.previousPage}
      </Button>
      <Button isDisabled={page * limit >= total} onPress={() => onPage(page + 1)}>
        {common.nextPage}
      </Button>
    </div>
  );

interface PagedListProps<Item> extends Pick<LoadedProps<ListPage & { data: Item[] }>, 'query' | 'skeleton'> {
  /** Shown for a list without items. */
  empty: ReactNode;
  onPage: (page: number) => void;
  children: (items: Item[]) => ReactNode;
}

/** Renders one page of a list, with buttons for the other pages. */
export const PagedList = <Item,>({ query, skeleton, empty, onPage, children }: PagedListProps<Item>) => (
  <Loaded query={query} skeleton={skeleton}>
    {(list) =>
      list.total === 0 ? (
        empty
      ) : (
        <>
          {children(list.data)}
          <Pagination list={list} onPage={onPage} />
        </>
      )
    }
  </Loaded>
);
