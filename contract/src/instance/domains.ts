import { Type } from 'typebox';
import { Component, Id, Nullable, OneOf, Timestamp } from '../shared/common.ts';

export const DOMAIN_STATES = ['pending', 'verified', 'failing', 'taken'] as const;

export const CustomDomain = Component('CustomDomain', {
  project_id: Id('prj'),
  domain: Type.String({ description: 'Value of the setting `pages.custom_domain`', examples: ['feedback.example.com'] }),
  state: OneOf(DOMAIN_STATES, {
    description:
      'Verification state. `pending`: not served, the DNS record was not found. `verified`: served. `failing`: served until `release_at`, the last check did not find the DNS record. `taken`: not served, the DNS record was found but another project on this instance serves the domain.',
  }),
  record_type: OneOf(['TXT']),
  record_name: Type.String({ examples: ['_earshot.feedback.example.com'] }),
  record_value: Type.String({
    description: 'Value of the DNS record, identical for all domains of the project',
    examples: ['earshot-verification=q3Jw0Yl2d1cXo8mVb5nT7uKzR4sEaFhG'],
  }),
  checked_at: Nullable(Timestamp({ description: 'Time of the last check. Null before the first check.' })),
  verified_at: Nullable(Timestamp({ description: 'Time of the last check that found the DNS record' })),
  release_at: Nullable(
    Timestamp({ description: 'Time at which the domain stops being served. Set while checks do not find the DNS record.' }),
  ),
  error: Nullable(
    Type.String({
      description: 'Reason why the last check failed',
      examples: ['No TXT record found at _earshot.feedback.example.com'],
    }),
  ),
});

export const DomainQuery = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 512, description: 'Host name to check', examples: ['feedback.example.com'] }),
});
