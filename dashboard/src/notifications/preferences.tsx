import { NOTIFICATION_PREFERENCES } from '@earshot/contract/shared/notifications';
import { notifications } from '#texts/notifications';
import { useRead, useWrite } from '../api.ts';
import { SegmentSelect } from '../people/segments/segment-select.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { Select } from '../ui/field.tsx';
import { Loaded } from '../ui/state.tsx';

const texts = notifications.preferences;
const OPTIONS = NOTIFICATION_PREFERENCES.map((id) => ({ id, label: texts.names[id] }));

/** Selection of the emails of the member in this project. */
export function NotificationPreferences() {
  const { settings } = useProject();
  const mayReadPeople = useMay('member');
  const preferences = useRead('GET /v1/notifications/preferences');
  const change = useWrite('PATCH /v1/notifications/preferences', { refreshes: ['/v1/notifications/preferences'] });
  return (
    <section className="panel">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Loaded query={preferences}>
        {({ preferences: list, segment_id: segment }) => (
          <>
            {mayReadPeople && (
              <SegmentSelect
                label={texts.segment}
                without={texts.everyone}
                value={segment ?? ''}
                onChange={(id) => change.mutate({ body: { segment_id: id || null } })}
              />
            )}
            <ul className="preferences">
              {list.map(({ kind, preference, default: byDefault }) => (
                <li key={kind}>
                  {/* The selection has the same label for screen readers. */}
                  <span aria-hidden>{notifications.kinds[kind]}</span>
                  <Select
                    label={notifications.kinds[kind]}
                    isLabelHidden
                    {...(preference !== byDefault && { hint: texts.byDefault(texts.names[byDefault]) })}
                    options={OPTIONS}
                    value={preference}
                    onChange={(next) => change.mutate({ body: { [kind]: next } })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <p className="soft">{texts.zone(settings.analytics.timezone)}</p>
    </section>
  );
}
