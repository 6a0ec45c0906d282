import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';

/** Part of the page. API keys are public. */
const required = envField.string({ context: 'client', access: 'public' });

export default defineConfig({
  integrations: [react()],
  env: { schema: { EARSHOT_URL: required, EARSHOT_KEY: required } },
});
