import { csv as texts } from '#texts/csv';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toSentence } from '../api.ts';
import { Button } from './button.tsx';
import { Menu, MenuItem, MenuSection } from './menu.tsx';
import { showProblem } from './toast.tsx';

/** Downloads a file. Excel reads it as UTF-8 only with a byte order mark. */
type Save = (options: { bom: boolean }) => Promise<void>;

interface CsvMenuProps {
  label?: string;
  busyLabel?: string;
  save: Save;
  /** Title of the file, if there are others. */
  title?: string;
  others?: { title: string; save: Save }[];
}

/** Button with the forms of a CSV file, or of several. */
export function CsvMenu({ label = texts.export, busyLabel = texts.exporting, save, title = '', others = [] }: CsvMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (file: Save, bom: boolean) => {
    setBusy(true);
    try {
      await file({ bom });
    } catch (error) {
      showProblem(toSentence(error));
    } finally {
      setBusy(false);
    }
  };
  const button = (
    <Button icon={<Download size={16} />} isPending={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
  );
  const renderForms = (file: Save) => (
    <>
      <MenuItem onAction={() => void start(file, false)}>{texts.plain}</MenuItem>
      <MenuItem detail={texts.mark} onAction={() => void start(file, true)}>
        {texts.forExcel}
      </MenuItem>
    </>
  );
  return (
    <Menu label={label} trigger={button}>
      {others.length
        ? [{ title, save }, ...others].map((file) => (
            <MenuSection key={file.title} title={file.title}>
              {renderForms(file.save)}
            </MenuSection>
          ))
        : renderForms(save)}
    </Menu>
  );
}
