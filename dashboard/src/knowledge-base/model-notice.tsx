import { knowledgeBase as texts } from '#texts/knowledge-base';
import { useRead } from '../api.ts';

/** States that questions are not answered, when the instance has no language model. */
export function ModelNotice() {
  const { data } = useRead('GET /v1/version', {}, { staleTime: Infinity });
  return data?.language_model === false && <p className="notice">{texts.noModel}</p>;
}
