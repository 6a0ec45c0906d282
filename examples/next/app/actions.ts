'use server';

import { Earshot } from '@earshot/sdk';

/** Submits the idea of a form. */
export async function sendIdea(form: FormData): Promise<void> {
  const idea = form.get('idea');
  if (typeof idea === 'string') await new Earshot().feedback.submit({ title: idea, type: 'feature' });
}
