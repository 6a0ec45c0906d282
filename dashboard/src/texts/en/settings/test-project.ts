import { content } from '../services.ts';

export const testProject = {
  title: 'Empty project',
  hint: `Deletes the ${content}. Images, emails and webhook deliveries are deleted too. Settings, members, API keys, webhooks and goals remain.`,
  onlyTest: 'Only test projects can be emptied. Turn on “Test project” and save first.',
  ownerOnly: 'Only the owner can empty a test project.',
  button: 'Empty project…',
  confirmTitle: (name: string) => `Empty “${name}”?`,
  confirmHint: 'All content of this test project is deleted. This can’t be undone.',
  confirm: 'Empty project',
  emptied: 'Project emptied',
};
