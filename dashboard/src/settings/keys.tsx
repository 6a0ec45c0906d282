import { common } from '#texts/common';
import { settings } from '#texts/settings';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { CopyButton } from '../ui/copy.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { date, dateTime } from '../ui/time.tsx';
import { Rotate } from './rotate.tsx';

const texts = settings.keys;

export function Keys() {
  const { id, api_key } = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const keys = useRead('GET /v1/projects/{id}/keys', { path: { id } }, { enabled: maySet });
  const rotate = async (revoke_now: boolean) => {
    await call('POST /v1/projects/{id}/keys/rotate', { path: { id }, body: { revoke_now } });
    await refresh('/v1/projects');
  };
  return (
    <section className="panel">
      <header className="panel-head">
        <p className="soft">{texts.hint}</p>
        {maySet && <Rotate texts={texts} onRotate={rotate} />}
      </header>
      {maySet ? (
        <Loaded query={keys}>
          {({ data }) => (
            <Table label={settings.sections.keys} head={[texts.key, texts.created, texts.ends]}>
              {data.map(({ key, created_at, expires_at }) => (
                <tr key={key}>
                  <td>
                    <Key value={key} />
                  </td>
                  <td>{date(created_at)}</td>
                  <td>{expires_at ? dateTime(expires_at) : texts.never}</td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      ) : (
        <Key value={api_key} />
      )}
    </section>
  );
}

const Key = ({ value }: { value: string }) => (
  <span className="key">
    <code>{value}</code>
    <CopyButton text={value} label={`${common.copy}: ${texts.key}`} />
  </span>
);
