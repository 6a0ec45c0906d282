import type { Query } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { csv as csvTexts } from '#texts/csv';
import { Download } from 'lucide-react';
import { toSentence, useClient } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { download, saveBlob } from '../ui/download.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showProblem } from '../ui/toast.tsx';
import { withoutGoal } from './report-query.ts';
import { chartAsPng } from './chart/plot.tsx';

export function ExportMenu({ report }: { report: Query<'GET /v1/analytics/overview'> }) {
  const call = useClient();
  const { slug } = useProject();
  const csv = (bom: boolean) =>
    download(call, 'GET /v1/analytics/export.csv', { query: { ...withoutGoal(report), bom } }, `${slug}-events.csv`).catch(
      (error: unknown) => showProblem(toSentence(error)),
    );
  const png = async () => {
    const picture = await chartAsPng();
    if (picture) saveBlob(picture, `${slug}-chart.png`);
  };
  return (
    <Menu label={texts.export} trigger={<Button icon={<Download size={16} />}>{texts.export}</Button>}>
      <MenuItem onAction={() => void csv(false)}>{texts.exportCsv}</MenuItem>
      <MenuItem detail={csvTexts.mark} onAction={() => void csv(true)}>
        {texts.exportCsvForExcel}
      </MenuItem>
      <MenuItem onAction={() => void png()}>{texts.exportPng}</MenuItem>
    </Menu>
  );
}
