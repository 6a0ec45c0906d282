import { WaitlistForm } from '@earshot/widgets/react';
import { useState } from 'react';

/** A component of its own, because pages cannot pass functions such as `onJoined` to islands. */
export function SignUp(common: { baseUrl: string; projectKey: string }) {
  const [message, setMessage] = useState('');
  return (
    <>
      <p role="status">{message}</p>
      <WaitlistForm {...common} source="astro" onJoined={({ detail }) => setMessage(`Number ${detail.position}`)} />
    </>
  );
}
