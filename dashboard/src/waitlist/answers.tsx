import type { Question } from '@earshot/contract/services/waitlist/questions';
import type { DeclaredValue } from '@earshot/contract/shared/fields';
import type { WaitlistEntry } from '@earshot/sdk';
import { fields as texts } from '#texts/settings/fields';
import { useProject } from '../projects/projects.ts';

const toText = (value: DeclaredValue): string =>
  Array.isArray(value) ? value.join(', ') : value === true ? texts.yes : value === false ? texts.no : String(value);

/** Answers of a person, in the order of the questions. */
export function Answers({ entry: { answers } }: { entry: WaitlistEntry }) {
  const { questions } = useProject().settings.waitlist;
  const given = questions.flatMap(({ key, label }: Question) => {
    const value = answers[key];
    return value === undefined ? [] : [{ key, label, text: toText(value) }];
  });
  if (!given.length) return null;
  return (
    <dl className="answers soft">
      {given.map(({ key, label, text }) => (
        <div key={key}>
          <dt dir="auto">{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Name of the highest reward that a person has reached. */
export function ReachedReward({ entry: { reached_rewards: reached } }: { entry: WaitlistEntry }) {
  const { rewards } = useProject().settings.waitlist;
  const highest = rewards.find(({ key }) => key === reached.at(-1));
  return highest ? (
    <span className="tag" dir="auto">
      {highest.name}
    </span>
  ) : null;
}
