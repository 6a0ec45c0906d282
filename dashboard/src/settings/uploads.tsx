import { common } from '#texts/common';
import { settings } from '#texts/settings';
import { Image } from 'lucide-react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = settings.uploads;

/** Uploaded images. */
export function Uploads() {
  const mayDelete = useMay('admin');
  const call = useClient();
  const [page, setPage] = usePageNumber();
  const uploads = useRead('GET /v1/uploads', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <h2 className="unseen">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <PagedList
        query={uploads}
        empty={
          <Empty icon={<Image size={24} />} title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <Table label={texts.title} head={[texts.image, texts.size, texts.when, '']} numbers={[texts.size]}>
            {items.map(({ id, url, width, height, size, created_at }) => (
              <tr key={id}>
                <td>
                  <a href={url} target="_blank" rel="noreferrer" className="thumbnail">
                    <img src={url} alt={texts.open(id)} width={width} height={height} loading="lazy" />
                  </a>
                </td>
                <td className="number">
                  {texts.kilobytes(size)}
                  <br />
                  <span className="soft">
                    {width} × {height}
                  </span>
                </td>
                <td>
                  <Time iso={created_at} />
                </td>
                <td className="end">
                  <CopyButton text={url} label={texts.copy} />
                  {mayDelete && (
                    <Confirm
                      trigger={<Button aria-label={`${common.delete}${common.colon}${id}`}>{common.delete}</Button>}
                      title={texts.deleteTitle}
                      label={common.delete}
                      onConfirm={async () => {
                        await call('DELETE /v1/uploads/{name}', { path: { name: url.split('/').at(-1) ?? '' } });
                        await refresh('/v1/uploads');
                      }}
                    >
                      <p>{texts.deleteHint}</p>
                    </Confirm>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}
