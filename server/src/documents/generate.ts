// Writes the documents that are made from the code: npm run documents.
import { writeFileSync } from 'node:fs';
import { renderDocuments } from './documents.ts';

for (const { file, content } of await renderDocuments()) writeFileSync(file, content);
