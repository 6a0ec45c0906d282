import { csv as texts } from '#texts/csv';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toSentence } from '../api.ts';
import { Button } from './button.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { showProblem } from './toast.tsx';

interface CsvMenuProps {
  label: string;
  busyLabel?: string;
  /** Downloads the file. Excel reads it as UTF-8 only with a byte order mark. */
  save: (options: { bom: boolean }) => Promise<void>;
}

/** Button with the forms of a CSV file. */
export function CsvMenu({ label, busyLabel = label, save }: CsvMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (bom: boolean) => {
    setBusy(true);
    try {
      await save({ bom });
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
  return (
    <Menu label={label} trigger={button}>
      <MenuItem onAction={() => void start(false)}>{texts.plain}</MenuItem>
      <MenuItem detail={texts.mark} onAction={() => void start(true)}>
        {texts.forExcel}
      </MenuItem>
    </Menu>
  );
}
