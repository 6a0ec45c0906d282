import type { Alert } from '@earshot/sdk';
import { alerts as texts } from '../texts/en/alerts.ts';
import { BellRing, MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showProblem } from '../../ui/toast.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertHistory } from './alert-history.tsx';
import { NEW_ALERT, TEMPLATES, type Draft, toDraft } from './draft.ts';

type OpenDialog = { kind: 'new'; draft: Draft } | { kind: 'edit' | 'history' | 'delete'; alert: Alert };

/** Alerts of the project, with their states. */
export function AlertsPage() {
  const { slug } = useProject();
  const maySet = useMay('member');
  const mayHook = useMay('admin');
  const { filters } = useReportQuery();
  const alerts = useRead('GET /v1/alerts');
  const [dialog, setDialog] = useState<OpenDialog>();
  const create = (draft: Draft) => setDialog({ kind: 'new', draft: { ...draft, filters } });
  return (
    <AnalyticsFrame
      hasPeriod={false}
      hasFilters={false}
      actions={
        <>
          {mayHook && (
            <LinkButton look="plain" to="/projects/$slug/settings/$section" params={{ slug, section: 'webhooks' }}>
              {texts.webhooks}
            </LinkButton>
          )}
          {maySet && (
            <Button look="primary" icon={<Plus size={16} />} onPress={() => create(NEW_ALERT)}>
              {texts.new}
            </Button>
          )}
        </>
      }
    >
      <p className="soft">{texts.lead}</p>
      <Loaded query={alerts}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<BellRing size={28} />} title={texts.none}>
              {maySet && (
                <>
                  <p>{texts.noneHint}</p>
                  <div className="actions">
                    {TEMPLATES.map(({ id, draft }) => (
                      <Button key={id} onPress={() => create({ ...draft, name: texts.templates[id] })}>
                        {texts.templates[id]}
                      </Button>
                    ))}
                  </div>
                </>
              )}
            </Empty>
          ) : (
            <Table
              label={texts.list}
              head={[texts.name, texts.state, texts.lastCount, texts.lastTrigger, '']}
              numbers={[texts.lastCount]}
            >
              {data.map((alert) => (
                <AlertRow key={alert.id} alert={alert} maySet={maySet} onOpen={(kind) => setDialog({ kind, alert })} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {dialog && <AlertDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </AnalyticsFrame>
  );
}

interface RowProps {
  alert: Alert;
  maySet: boolean;
  onOpen: (kind: 'edit' | 'history' | 'delete') => void;
}

function AlertRow({ alert, maySet, onOpen }: RowProps) {
  const call = useClient();
  const { id, name, metric, condition, threshold, window_minutes: minutes, enabled, last_value: value } = alert;
  const switchOn = async () => {
    try {
      await call('PATCH /v1/alerts/{id}', { path: { id }, body: { enabled: !enabled } });
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/alerts');
  };
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        <span className="row-meta">
          <span>{texts.metrics[metric]}</span>
          <span>
            {texts.conditions[condition]}
            {threshold !== null && `: ${texts.count(threshold)}`}
          </span>
          <span>{texts.windows[minutes]}</span>
          {alert.filters.map((filter) => (
            <span key={filter}>{filter}</span>
          ))}
        </span>
        {alert.disabled_reason && <span className="hint">{texts.disabledReasons[alert.disabled_reason]}</span>}
      </td>
      <td>
        <State alert={alert} />
      </td>
      <td className="number">{value === null ? '–' : texts.count(value)}</td>
      <td>{alert.last_triggered_at ? <Time iso={alert.last_triggered_at} /> : texts.never}</td>
      <td className="end">
        <Menu
          label={texts.more(name)}
          trigger={
            <IconButton label={texts.more(name)}>
              <MoreHorizontal size={16} />
            </IconButton>
          }
        >
          <MenuItem onAction={() => onOpen('history')}>{texts.history}</MenuItem>
          {maySet && <MenuItem onAction={() => onOpen('edit')}>{texts.edit}</MenuItem>}
          {maySet && <MenuItem onAction={() => void switchOn()}>{enabled ? texts.disable : texts.enable}</MenuItem>}
          {maySet && (
            <MenuItem isDanger onAction={() => onOpen('delete')}>
              {texts.delete}
            </MenuItem>
          )}
        </Menu>
      </td>
    </tr>
  );
}

function State({ alert: { enabled, state } }: { alert: Alert }) {
  if (!enabled) return <span className="tag">{texts.disabled}</span>;
  return (
    <span className={state === 'triggered' ? 'tag warn' : 'tag'} title={state === 'learning' ? texts.learningHint : undefined}>
      {texts.states[state]}
    </span>
  );
}

function AlertDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const call = useClient();
  const open = { isOpen: true, onOpenChange: onClose };
  if (dialog.kind === 'new')
    return (
      <Dialog {...open} title={texts.new} size="wide">
        <AlertForm draft={dialog.draft} onDone={onClose} />
      </Dialog>
    );
  const { alert, kind } = dialog;
  if (kind === 'edit')
    return (
      <Dialog {...open} title={texts.editTitle} size="wide">
        <AlertForm id={alert.id} draft={toDraft(alert)} onDone={onClose} />
      </Dialog>
    );
  if (kind === 'history')
    return (
      <Dialog {...open} title={texts.historyOf(alert.name)} size="wide">
        <AlertHistory id={alert.id} />
      </Dialog>
    );
  return (
    <Confirm
      onClose={onClose}
      title={texts.deleteTitle(alert.name)}
      label={texts.delete}
      onConfirm={async () => {
        await call('DELETE /v1/alerts/{id}', { path: { id: alert.id } });
        await refresh('/v1/alerts');
      }}
    >
      <p>{texts.deleteHint}</p>
    </Confirm>
  );
}
