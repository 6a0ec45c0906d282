// Writes the generated files: npm run generate.
import { writeFileSync } from 'node:fs';
import { renderFiles } from './codegen.ts';

for (const { file, content } of await renderFiles()) writeFileSync(file, content);
