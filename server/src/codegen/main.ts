// Writes all generated files. Run with `npm run generate`.
import { writeFileSync } from 'node:fs';
import { renderFiles } from './codegen.ts';

for (const { file, content } of await renderFiles()) writeFileSync(file, content);
