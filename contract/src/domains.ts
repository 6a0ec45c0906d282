import { Type } from 'typebox';
import { Component, Nullable, OneOf, Timestamp } from './common.ts';

export const DOMAIN_STATES = ['pending', 'verified', 'failing', 'taken'] as const;

export const CustomDomain = Component('CustomDomain', {
  domain: Type.String({ description: '`settings.pages.custom_domain`', examples: ['feedback.example.com'] }),
  state: OneOf(DOMAIN_STATES, {
    description:
      '`pending`: not served, the record was not found. `verified`: served. `failing`: served until `release_at`, the last check did not find the record. `taken`: not served, the record was found, but another project on this instance serves the domain',
  }),
  record_type: OneOf(['TXT']),
  record_name: Type.String({ examples: ['_earshot.feedback.example.com'] }),
  record_value: Type.String({
    description: 'The same for every domain of the project',
    examples: ['earshot-verification=q3Jw0Yl2d1cXo8mVb5nT7uKzR4sEaFhG'],
  }),
  checked_at: Nullable(Timestamp({ description: 'The last check; null before the first one' })),
  verified_at: Nullable(Timestamp({ description: 'The last check that found the record' })),
  release_at: Nullable(
    Timestamp({ description: 'Set while checks do not find the record: the domain is no longer served from then on' }),
  ),
  error: Nullable(
    Type.String({
      description: 'Why the last check did not verify the domain',
      examples: ['No TXT record found at _earshot.feedback.example.com'],
    }),
  ),
});

export const DomainQuery = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 512, description: 'Host name', examples: ['feedback.example.com'] }),
});
