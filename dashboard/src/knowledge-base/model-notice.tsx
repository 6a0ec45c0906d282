import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { useVersion } from '../proposals/model.ts';

/** States that questions are not answered, when the instance has no language model. */
export const ModelNotice = () => useVersion()?.language_model === false && <p className="notice">{texts.noModel}</p>;
