import type { FeedbackScore } from '@earshot/sdk';
import { scores as texts } from '../texts/en/scores.ts';
import { useState } from 'react';
import { Group } from 'react-aria-components';
import { useWrite } from '../../api.ts';
import { useMay } from '../../projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { nameTerm } from './terms.ts';
import ScoreDialog from './score-dialog.tsx';
import { locale } from '../../texts/plural.ts';

interface ScoreBarProps {
  score: FeedbackScore;
  /** Weights that replace the saved ones. */
  weights: number[] | undefined;
  onWeights: (weights: number[] | undefined) => void;
  onDelete: () => void;
}

const STEPS = 100;

/** Sliders of the weights of a score, which sort the list immediately. */
export default function ScoreBar({ score, weights, onWeights, onDelete }: ScoreBarProps) {
  const { name, terms, computed_at } = score;
  const mayEdit = useMay('member');
  const [isEditing, edit] = useState(false);
  // The range stays while a slider moves.
  const [ranges] = useState(() => terms.map(({ weight }, index) => Math.max(weight, weights?.[index] ?? 0) * 4 || 10));
  const current = terms.map(({ weight }, index) => weights?.[index] ?? weight);
  const save = useWrite('PUT /v1/feedback/scores/{name}', {
    refreshes: ['/v1/feedback'],
    onSuccess: () => {
      onWeights(undefined);
      showToast(texts.saved);
    },
  });
  return (
    <Group className="score-bar" aria-label={texts.weights}>
      {terms.map((term, index) => (
        <label key={nameTerm(term)} className="score-weight">
          <span>{nameTerm(term)}</span>
          <output className="soft">{(current[index] ?? 0).toLocaleString(locale, { maximumFractionDigits: 3 })}</output>
          <input
            type="range"
            min={0}
            max={ranges[index]}
            step={(ranges[index] ?? 1) / STEPS}
            value={current[index]}
            onChange={({ target }) => onWeights(current.with(index, Number(target.value)))}
          />
        </label>
      ))}
      {computed_at === null && <p className="soft">{texts.pending}</p>}
      {mayEdit && (
        <span className="score-actions">
          {weights && (
            <>
              <Button
                look="primary"
                isPending={save.isPending}
                onPress={() =>
                  save.mutate({
                    path: { name },
                    body: { terms: terms.map((term, index) => ({ ...term, weight: current[index] ?? 0 })) },
                  })
                }
              >
                {texts.saveWeights}
              </Button>
              <Button look="plain" onPress={() => onWeights(undefined)}>
                {texts.reset}
              </Button>
            </>
          )}
          <Button onPress={() => edit(true)}>{texts.edit}</Button>
        </span>
      )}
      {isEditing && <ScoreDialog score={score} onClose={() => edit(false)} onDelete={onDelete} />}
    </Group>
  );
}
