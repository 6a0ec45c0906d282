import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { useVersion } from '../proposals/model.ts';

/** States what the instance does not do without a language model, such as answering questions. */
export const ModelNotice = ({ text = texts.noModel }: { text?: string }) =>
  useVersion()?.language_model === false && <p className="notice">{text}</p>;
