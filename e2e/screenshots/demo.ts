import { Earshot } from '@earshot/sdk';
import { createDemoProject } from '@earshot/server/instance/demo/network';
import { until } from '@earshot/server/testing/until';

/** A spreadsheet with semicolons, umlauts and one wrong row. */
const SPREADSHEET = `Wunsch;Beschreibung;Status;Eingang;Stimmen
Größere Schrift;Für müde Augen;In Arbeit;24.12.2025;2
;Ohne Titel;offen;01.02.2026;0
Dunkler Modus;;wartet;31.01.2026;
`;

/** Uploads the spreadsheet. Returns the id of the import: once as it is recognized, once with a choice for every column and value. */
async function importSpreadsheet({ imports }: Earshot): Promise<{ uploadedId: string; importedId: string }> {
  const bytes = Buffer.from(SPREADSHEET, 'latin1');
  const upload = async () => {
    const { id } = await imports.create({ source: 'csv', files: [{ name: 'wünsche.csv', size_bytes: bytes.length }] });
    return await imports.uploadPart(id, { file: 0, offset: 0, bytes: new Blob([new Uint8Array(bytes)]) });
  };
  const { id: uploadedId } = await upload();
  const { id: importedId, options } = await upload();
  const columns = { ...options.columns, Eingang: 'created_at' };
  await imports.update(importedId, {
    options: { ...options, columns, values: { status: { ...options.values?.status, wartet: 'new' } } },
  });
  await imports.run(importedId);
  await until(async () => (await imports.get(importedId)).status === 'finished');
  return { uploadedId, importedId };
}

/** Creates a project with the data of `npm run demo`, and what only screenshots need. */
export async function createDemo(baseUrl: string, accessToken: string) {
  const { project, ...made } = await createDemoProject({ baseUrl, accessToken, name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl });
  const [segment] = (await team.analytics.segments.list()).data;
  const [released] = (await team.outcomes.adoption()).data;
  const index = (await team.indexes.list()).data.find(({ name }) => name === 'Invoices and payments');
  // Unanswered searches are grouped half a minute after the first of them.
  await until(async () => (await team.searchClusters.list()).data.length > 0);
  const share = await team.analytics.shares.create({ name: 'For our investors', embed: true });
  const locked = await team.analytics.shares.create({
    name: 'For our agency',
    password: 'correct horse',
    ...(segment && { segment_id: segment.id }),
  });
  return {
    ...made,
    ...(await importSpreadsheet(team)),
    releaseId: released?.id ?? '',
    indexId: index?.id ?? '',
    slug: project.slug,
    sharePath: new URL(share.url).pathname,
    lockedSharePath: new URL(locked.url).pathname,
  };
}
