import { common } from '#texts/common';
import { exports as texts } from '#texts/settings/exports';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead, useWrite } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Switch } from '../../ui/field.tsx';
import { usePageNumber } from '../../ui/history/page-search.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Empty } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';

const PATH = '/v1/projects/{id}/exports';
const POLL_MS = 1_000;

/** Archives of the project, for admins. */
export const Exports = () => (useMay('admin') ? <List /> : <p className="soft">{texts.forAdmins}</p>);

function List() {
  const { id } = useProject();
  const call = useClient();
  const [page, setPage] = usePageNumber();
  const [hasPersonalData, setPersonalData] = useState(true);
  const isUnfinished = ({ status }: { status: string }) => status === 'queued' || status === 'running';
  const exports = useRead(
    `GET ${PATH}`,
    { path: { id }, query: { page } },
    { keep: true, every: (list) => (list?.data.some(isUnfinished) ? POLL_MS : false) },
  );
  const create = useWrite(`POST ${PATH}`, { refreshes: [PATH] });
  return (
    <section className="panel">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Switch label={texts.personalData} hint={texts.personalDataHint} isSelected={hasPersonalData} onChange={setPersonalData} />
      <div className="actions">
        <Button
          look="primary"
          isPending={create.isPending}
          isDisabled={exports.data?.data.some(isUnfinished)}
          onPress={() => create.mutate({ path: { id }, body: { personal_data: hasPersonalData } })}
        >
          {texts.create}
        </Button>
      </div>
      <PagedList
        query={exports}
        empty={
          <Empty icon={<Archive size={24} />} title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <Table label={texts.title} head={[texts.when, texts.state, texts.size, '']} numbers={[texts.size]}>
            {items.map((one) => (
              <tr key={one.id}>
                <td>
                  <Time iso={one.created_at} />
                  <br />
                  <span className="soft">{one.personal_data ? texts.withPersonalData : texts.withoutPersonalData}</span>
                </td>
                <td>
                  {texts.states[one.status]} {one.status === 'running' && texts.percent(one.progress)}
                  {one.error !== null && <p className="soft">{one.error}</p>}
                </td>
                <td className="number">{one.size_bytes !== null && texts.megabytes(one.size_bytes)}</td>
                <td className="end">
                  {one.url !== null && (
                    <a className="button" href={one.url}>
                      {texts.download}
                    </a>
                  )}
                  <Confirm
                    trigger={<Button aria-label={`${common.delete}${common.colon}${one.id}`}>{common.delete}</Button>}
                    title={texts.deleteTitle}
                    label={common.delete}
                    onConfirm={async () => {
                      await call(`DELETE ${PATH}/{export_id}`, { path: { id, export_id: one.id } });
                      await refresh(PATH);
                    }}
                  >
                    <p>{texts.deleteHint}</p>
                  </Confirm>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}
