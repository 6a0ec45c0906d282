import { api, finishSignIn, showProviders, signOut } from './session.js';

const $ = (id) => document.getElementById(id);

function tell(problem) {
  $('problem').textContent = problem ?? '';
  $('problem').hidden = !problem;
}

async function show() {
  const session = await api('GET', '/v1/auth/session');
  $('signed-in').hidden = $('who').hidden = !session;
  $('signed-out').hidden = Boolean(session);
  if (!session) return await showProviders($('providers'));
  $('email').textContent = session.user.email ?? session.user.name ?? session.user.id;
  const { data } = await api('GET', '/v1/projects?limit=100');
  $('projects').replaceChildren(...data.map((project) => projectCard(project, session.user.email)));
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function projectCard({ id, name, api_key: key, role }, email) {
  const base = `${location.origin}/v1/feedback`;
  const submit = `curl ${base} -H 'X-Project-Key: ${key}' -H 'Content-Type: application/json' -d '{"title":"Dark mode, please","type":"feature"}'`;
  const list = `curl ${base} -H 'X-Project-Key: ${key}'`;
  const token = `TOKEN=$(npm run -s earshot -- token create --email ${email ?? 'you@example.com'})`;
  const update = `curl -X PATCH ${base}/fb_… -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"status":"in_progress"}'`;
  return element(
    'section',
    { className: 'card' },
    element('h2', { textContent: name }),
    element(
      'dl',
      {},
      element('dt', { textContent: 'API key' }),
      element('dd', {}, element('code', { textContent: key })),
      element('dt', { textContent: 'Project' }),
      element('dd', {}, element('code', { textContent: id })),
      element('dt', { textContent: 'Your role' }),
      element('dd', { textContent: role }),
    ),
    snippet('1. Submit feedback', submit),
    snippet('2. List it', list),
    snippet('3. Change its status, with a session token', `${token}\n${update}`),
  );
}

async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

function snippet(title, text) {
  const button = element('button', { className: 'quiet', type: 'button', textContent: 'Copy', ariaLabel: `Copy: ${title}` });
  button.addEventListener('click', () => void copy(text, button));
  const head = element('div', { className: 'head' }, element('span', { textContent: title }), button);
  return element('div', { className: 'snippet' }, head, element('pre', { textContent: text }));
}

$('sign-out').addEventListener('click', () => void signOut().then(show));

$('new-project').addEventListener('submit', (event) => {
  event.preventDefault();
  void createProject(event.target);
});

async function createProject(form) {
  try {
    tell();
    await api('POST', '/v1/projects', { name: $('name').value });
    form.reset();
    await show();
  } catch (error) {
    tell(error.message);
  }
}

tell(await finishSignIn());
await show();
