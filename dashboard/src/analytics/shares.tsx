import { common } from '#texts/common';
import { sharing as texts } from './texts/en/sharing.ts';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Checkbox, Form, Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';

const EVERYTHING = '';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Returns the HTML that shows the reports of a link on a website. */
const buildFrame = (url: string, name: string): string =>
  `<iframe src="${url}" title="${escapeAttribute(name)}" loading="lazy" style="width: 100%; height: 1600px; border: 0"></iframe>`;

/** Dialog that lists and creates shared links. */
export const ShareButton = () => (
  <DialogTrigger>
    <Button icon={<Share2 size={16} />}>{texts.share}</Button>
    <Dialog title={texts.shareTitle} size="wide">
      <Shares />
    </Dialog>
  </DialogTrigger>
);

function Shares() {
  const call = useClient();
  const [made, setMade] = useState(0);
  const shares = useRead('GET /v1/analytics/shares');
  const segments = useRead('GET /v1/analytics/segments').data?.data ?? [];
  const findName = (id: string) => segments.find((segment) => segment.id === id)?.name ?? '';
  return (
    <>
      <p className="soft">{texts.shareHint}</p>
      <Loaded query={shares}>
        {({ data }) => (
          <ul className="plain-list">
            {data.length === 0 && <li>{texts.noShares}</li>}
            {data.map(({ id, name, url, embed_url, has_password, segment_id, last_opened_at }) => (
              <li key={id} className="linked">
                <span className="grow">
                  <strong>{name}</strong>
                  <span className="row-meta">
                    <span>{segment_id ? texts.onlySegment(findName(segment_id)) : texts.everything}</span>
                    {has_password && <span>{texts.withPassword}</span>}
                    <span>
                      {last_opened_at ? (
                        <>
                          {texts.opened} <Time iso={last_opened_at} />
                        </>
                      ) : (
                        texts.neverOpened
                      )}
                    </span>
                  </span>
                  <span className="copied-line">
                    <code className="address">{url}</code>
                    <CopyButton text={url} label={texts.copyLink(name)} />
                  </span>
                  {embed_url && (
                    <span className="copied-line">
                      <code className="address">{buildFrame(embed_url, name)}</code>
                      <CopyButton text={buildFrame(embed_url, name)} label={texts.copyEmbed(name)} />
                    </span>
                  )}
                </span>
                <Confirm
                  trigger={<Button aria-label={`${texts.revoke}${common.colon}${name}`}>{texts.revoke}</Button>}
                  title={texts.revokeTitle(name)}
                  label={texts.revoke}
                  onConfirm={async () => {
                    await call('DELETE /v1/analytics/shares/{id}', { path: { id } });
                    await refresh('/v1/analytics/shares');
                  }}
                >
                  <p>{texts.revokeHint}</p>
                </Confirm>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <NewShare key={made} segments={segments} onMade={() => setMade(made + 1)} />
    </>
  );
}

function NewShare({ segments, onMade }: { segments: { id: string; name: string }[]; onMade: () => void }) {
  const call = useClient();
  const [segment, setSegment] = useState(EVERYTHING);
  const [mayEmbed, setMayEmbed] = useState(false);
  return (
    <Form
      onSubmit={async (text) => {
        const password = text('password') || undefined;
        await call('POST /v1/analytics/shares', {
          body: { name: text('name'), ...(password && { password }), ...(segment && { segment_id: segment }), embed: mayEmbed },
        });
        onMade();
        await refresh('/v1/analytics/shares');
      }}
    >
      {({ isBusy }) => (
        <>
          <h3>{texts.newShare}</h3>
          <TextField name="name" label={texts.shareName} hint={texts.shareNameHint} isRequired maxLength={100} />
          {segments.length > 0 && (
            <Select
              label={texts.shows}
              options={[
                { id: EVERYTHING, label: texts.everything },
                ...segments.map(({ id, name }) => ({ id, label: texts.onlySegment(name) })),
              ]}
              value={segment}
              onChange={setSegment}
            />
          )}
          <TextField
            name="password"
            label={texts.password}
            hint={texts.passwordHint}
            type="password"
            autoComplete="new-password"
            maxLength={200}
          />
          <Checkbox isSelected={mayEmbed} onChange={setMayEmbed}>
            {texts.embed}
          </Checkbox>
          <div className="actions">
            <Button type="submit" look="primary" isPending={isBusy}>
              {texts.createShare}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
