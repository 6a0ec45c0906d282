import { type HttpError, invalidField } from '../../../platform/api/errors.ts';

/** A record of a batch: its entry, and the external id of the entry into which it is to be merged. */
interface Node {
  id: string;
  externalId: string | undefined;
  target: string | undefined;
}

interface Known {
  /** Entries of the project by external id: the targets of their merges, or themselves. */
  roots: ReadonlyMap<string, string>;
  /** External ids of entries that earlier records of a dry run would create. */
  upcoming: ReadonlySet<string> | undefined;
}

export interface Merges {
  /** Targets by entry. A target is not merged itself. */
  targets: Map<string, string>;
  errors: Map<string, HttpError>;
}

const FIELD = 'merged_into_external_id';

/**
 * Resolves the merges of a batch, whose records may be merged into each other in any order. Records with an unknown target are refused, and
 * all records of a cycle; a refused record is a target only if its entry exists already.
 */
export function resolveMerges(nodes: Node[], { roots, upcoming }: Known): Merges {
  const errors = new Map<string, HttpError>();
  const refuseUnknown = (): void => {
    const accepted = nodes.filter(({ id }) => !errors.has(id));
    const known = new Set(accepted.map(({ externalId }) => externalId));
    const refused = accepted.filter(
      ({ target }) => target !== undefined && !known.has(target) && !roots.has(target) && !upcoming?.has(target),
    );
    for (const { id } of refused)
      errors.set(id, invalidField(FIELD, 'not_found', `${FIELD} is not the external id of an entry of the project`));
    // Records that are merged into refused ones.
    if (refused.length) refuseUnknown();
  };
  refuseUnknown();
  for (const [id, end] of followAll(nodes, errors, roots))
    if (end === id)
      errors.set(
        id,
        invalidField(FIELD, 'conflict', 'An entry can’t be merged into itself or into an entry that is merged into it'),
      );
  refuseUnknown();
  return { targets: followAll(nodes, errors, roots), errors };
}

/** Returns the last entry on the way of each merged entry, which is the entry itself in a cycle. */
function followAll(nodes: Node[], errors: Merges['errors'], roots: Known['roots']): Map<string, string> {
  const accepted = nodes.filter(({ id }) => !errors.has(id));
  const ids = new Map(accepted.map(({ externalId, id }) => [externalId, id]));
  const next = new Map(
    // Entries of earlier records of a dry run have no id yet.
    accepted.flatMap(({ id, target }) => (target === undefined ? [] : [[id, roots.get(target) ?? ids.get(target) ?? target]])),
  );
  const follow = (start: string): string => {
    const passed = new Set<string>();
    let at = start;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      at = to;
      // A way into a cycle ends at its first repetition.
      if (at === start || passed.has(at)) return at;
      passed.add(at);
    }
    return at;
  };
  return new Map([...next.keys()].map((id) => [id, follow(id)]));
}
