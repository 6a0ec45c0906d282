'use client';

import { WaitlistForm } from '@earshot/widgets/react';
import { useState } from 'react';

/** A client component, because servers cannot pass functions such as `onJoined` to the browser. */
export function SignUp(common: { url: string; projectKey: string }) {
  const [message, setMessage] = useState('');
  return (
    <>
      <p role="status">{message}</p>
      <WaitlistForm {...common} source="next" onJoined={({ detail }) => setMessage(`Number ${detail.position}`)} />
    </>
  );
}
