import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { useVersion } from '../proposals/model.ts';
import { Skeleton } from '../ui/state.tsx';

/** States what the instance does not do without a language model, such as answering questions. */
export function ModelNotice({ text = texts.noModel }: { text?: string }) {
  const { data, isLoading } = useVersion();
  if (isLoading) return <Skeleton lines={1} />;
  return data?.language_model === false && <p className="notice">{text}</p>;
}
