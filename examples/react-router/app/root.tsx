import { FeedbackWidget } from '@earshot/widgets/react';
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { readCommon } from './earshot.server.ts';

export const meta = () => [{ title: 'Acme, in React Router' }];

export const loader = () => ({ common: readCommon() });

/** The widget calls this function again when the token expires. */
const fetchUserToken = async () => (await fetch('/user-token')).text();

export default function App({ loaderData: { common } }: Route.ComponentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
        <script defer src={`${common.baseUrl}/t.js`} data-key={common.projectKey} />
      </head>
      <body>
        <nav>
          <Link to="/">Home</Link> <Link to="/roadmap">Roadmap</Link>
        </nav>
        <Outlet />
        {/* In the root, so that the widget stays while the user changes pages. */}
        <FeedbackWidget {...common} userToken={fetchUserToken} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
