import { editor as texts } from '#texts/editor';
import { templates } from '#texts/templates';
import { FileText } from 'lucide-react';
import { Group } from 'react-aria-components';
import { Button } from '../ui/button.tsx';

export type TemplateId = keyof typeof templates;

interface TemplateChoiceProps {
  ids: readonly TemplateId[];
  onChoose: (template: { title: string; content: string }) => void;
}

/** Templates for a text that is still empty. */
export const TemplateChoice = ({ ids, onChoose }: TemplateChoiceProps) => (
  <Group aria-label={texts.templates} className="template-choice">
    <span className="soft">{texts.templates}</span>
    {ids.map((id) => (
      <Button key={id} icon={<FileText size={15} />} onPress={() => onChoose(templates[id])}>
        {templates[id].name}
      </Button>
    ))}
  </Group>
);
