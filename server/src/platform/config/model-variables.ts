import { keepText, parseBaseUrl, variable } from './config-values.ts';

/** Environment variables of the models that Earshot calls: the embeddings of the search, and the language model. */
export const MODEL_VARIABLES = {
  EARSHOT_EMBEDDINGS_URL: variable({
    example: 'http://127.0.0.1:11434/v1',
    description: 'Base URL of an OpenAI-compatible API with /embeddings. Enables hybrid search in the knowledge base.',
    parse: parseBaseUrl,
  }),
  EARSHOT_EMBEDDINGS_MODEL: variable({
    example: 'nomic-embed-text',
    description: 'Name of the embedding model.',
    parse: keepText,
  }),
  EARSHOT_EMBEDDINGS_KEY: variable({ description: 'API key for the embeddings API, if required.', parse: keepText }),
  EARSHOT_LLM_URL: variable({
    example: 'http://127.0.0.1:11434/v1',
    description:
      'Base URL of an OpenAI-compatible API with /chat/completions. Enables proposals, and answers from the knowledge base once a project turns them on. Feedback, questions and passages of articles are sent to this API.',
    parse: parseBaseUrl,
  }),
  EARSHOT_LLM_MODEL: variable({ example: 'llama3.1:8b', description: 'Name of the language model.', parse: keepText }),
  EARSHOT_LLM_KEY: variable({ description: 'API key for the API of the language model, if required.', parse: keepText }),
};
