import '@fontsource-variable/inter/wght.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { queryClient, toSentence } from './api.ts';
import { router } from './routes.tsx';
import { finishSignIn } from './session/session.ts';
import { SessionEnded } from './session/session-ended.tsx';
import { showSignInProblem } from './session/problem.ts';
import { listenForShortcuts } from './shell/shortcuts.ts';
import { locale } from './texts/plural.ts';
import { showProblem, Toasts } from './ui/toast.tsx';

// Runs before the router reads the URL, which contains the code of a sign-in.
showSignInProblem(await finishSignIn());
listenForShortcuts();
// Errors of actions that show none themselves, such as a failed sign-out.
addEventListener('unhandledrejection', ({ reason }: { reason: unknown }) => {
  if (!(reason instanceof DOMException && reason.name === 'AbortError')) showProblem(toSentence(reason));
});
// The placeholder of `index.html` stays until there is something to show.
await router.load();

const place = document.querySelector('#app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <SessionEnded />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
