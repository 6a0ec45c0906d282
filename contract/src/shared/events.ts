import { type TObject, Type } from 'typebox';
import { Component, Id, OneOf, Timestamp } from './common.ts';

/** An event that webhooks send. */
export interface EventContract {
  /** States when the event is sent. */
  when: string;
  /** Describes `data` and `changes`. */
  payload: string;
  /** Fields of the resource that differ from its example after the event. */
  example?: object;
  /** Example of the listed changes. */
  changes?: { field: string; old: unknown; new: unknown }[];
  /** The request that webhooks send: a component of the OpenAPI document. */
  schema: TObject;
}

/** Fields that webhooks send only when `include_personal_data` is set. */
const PERSONAL = 'Only with `include_personal_data`.';

/** Time in the examples of events. */
export const EVENT_TIME = '2026-11-20T09:30:00.000Z';

/** Returns a resource as events contain it: without the fields `omitted`, and with the fields `personal` only on request. */
export function eventData(resource: TObject, personal: readonly string[], omitted: readonly string[] = []) {
  const properties = Object.entries(resource.properties).filter(([name]) => !omitted.includes(name));
  return Type.Object(
    Object.fromEntries(
      properties.map(([name, schema]) => {
        if (!personal.includes(name)) return [name, schema];
        const { description = '' } = schema as { description?: string };
        return [name, Type.Optional({ ...schema, description: `${description} ${PERSONAL}`.trim() })];
      }),
    ),
    { additionalProperties: false },
  );
}

const changes = Type.Array(
  Type.Object({
    field: Type.String({ examples: ['status'] }),
    old: Type.Unknown({ examples: ['new'] }),
    new: Type.Unknown({ examples: ['planned'] }),
  }),
  { description: 'Changed fields. Personal fields are listed only with `include_personal_data`.' },
);

/** Declares events whose payloads have one schema, the component `name`. */
export function declareEvents<const Name extends string>(
  name: string,
  data: TObject,
  events: Record<Name, Omit<EventContract, 'schema'>>,
): Record<Name, EventContract> {
  const types = Object.keys(events) as Name[];
  const schema: TObject = Component(name, {
    id: Id('evt', 'Id of the event, the same for each attempt and endpoint'),
    type: OneOf(types, { examples: [types[0]] }),
    version: Type.Integer({ description: 'Version of the format', examples: [1] }),
    created_at: Timestamp(),
    project_id: Id('prj'),
    data,
    changes: Type.Optional(changes),
  });
  return Object.fromEntries(types.map((type) => [type, { ...events[type], schema }])) as Record<Name, EventContract>;
}
