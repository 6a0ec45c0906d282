import { common } from '#texts/common';
import { Button } from './button.tsx';

interface PaginationProps {
  list: { total: number; page: number; limit: number };
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
