import type { DeleteContent } from '../../platform/postgres/emptying.ts';
import { deleteRows } from '../../platform/postgres/emptying.ts';
import type { PersonalData } from '../../platform/postgres/person.ts';
import type { ArchivedTables } from '../../platform/postgres/archived.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { identityForMember, personForMember } from './projections.ts';
import { findListedPeople } from './list-store.ts';
import { deletePersonSeparations, findIdentified, removeMentions } from './people-store.ts';
import { deletePeople, listIdentities, lockPeople, type Person, savePeople, SEARCHED_PEOPLE } from './store.ts';

/** People per query. */
const BATCH = 500;

/** Personal data of people: erasure deletes the person with all identities and attributes. */
export const directoryPeople: PersonalData = {
  sections: {
    people: async (db, projectId, person, page) => {
      const found = await findIdentified(db, projectId, person, page);
      const listed = await findListedPeople(
        db,
        projectId,
        found.map(({ id }) => id),
      );
      return Promise.all(
        listed.map(async (one) => ({
          ...personForMember(projectId, one),
          project_id: undefined,
          identities: (await listIdentities(db, projectId, one.id)).map(identityForMember),
        })),
      );
    },
  },
  erase: async (tx, projectId, person) => {
    await lockPeople(tx, projectId);
    let count = 0;
    for (let isOver = false; !isOver;) {
      const found = await findIdentified(tx, projectId, person, { limit: BATCH, offset: 0 });
      await deletePeople(
        tx,
        projectId,
        found.map(({ id }) => id),
      );
      count += found.length;
      isOver = found.length < BATCH;
    }
    await deletePersonSeparations(tx, projectId, person);
    await savePeople(tx, projectId, await removeMentions(tx, projectId, person));
    return { people: count };
  },
};

export const deletePeopleOfProject: DeleteContent = deleteRows(
  'people_identities',
  'people_separations',
  'people',
  'companies',
  'people_attributes',
);

/** Segments in the archives of projects, before the records that are limited to them. */
export const archivedSegments: ArchivedTables = {
  tables: [{ table: 'people_segments', ids: { id: 'psg' } }],
  omitted: {},
};

/** People in the archives of projects, of which archives without personal data have none. */
export const archivedPeople: ArchivedTables = {
  tables: [
    { table: 'companies', ids: {}, personal: 'rows' },
    {
      table: 'people',
      ids: { id: 'per' },
      omitted: ['search'],
      personal: 'rows',
      derive: (row: Person, projectId) => ({ search: buildLexemes(projectId, SEARCHED_PEOPLE.toText(row)) }),
    },
    { table: 'people_identities', ids: { person_id: 'per' }, personal: 'rows' },
    { table: 'people_separations', ids: {}, personal: 'rows' },
    { table: 'people_attributes', ids: {}, personal: 'rows' },
  ],
  omitted: {},
};
