import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@earshot/contract/shared/languages';

const SOURCES = new URL('../../../widgets/src/', import.meta.url);

/** Renders a file for each language with the texts of all widgets, each of which has a folder `texts`. */
export const renderWidgetTexts = () =>
  LANGUAGES.map((language) => {
    const files = globSync(`*/texts/${language}.ts`, { cwd: fileURLToPath(SOURCES) }).toSorted();
    const lines = ['./common', ...files.map((file) => `../${file.split('/')[0]}/texts`)].map(
      (folder) => `export * from '${folder}/${language}.ts';\n`,
    );
    return {
      file: new URL(`texts/${language}.ts`, SOURCES),
      content: `// Generated from the folders of the widgets by \`npm run generate\`.\n\n${lines.join('')}`,
    };
  });
