import { api, finishSignIn, showProviders } from './session.js';

const $ = (id) => document.getElementById(id);

function show(section) {
  for (const id of ['signed-out', 'enter', 'decide', 'done']) $(id).hidden = id !== section;
  $(section).querySelector('input')?.focus();
}

function tell(problem) {
  $('problem').textContent = problem ?? '';
  $('problem').hidden = !problem;
}

async function ask(userCode) {
  tell();
  try {
    const device = await api('GET', `/v1/auth/device?user_code=${encodeURIComponent(userCode)}`);
    if (!device) return await start();
    $('shown-code').textContent = device.user_code;
    $('program').textContent = device.client_id ? `“${device.client_id}”` : 'A program';
    show('decide');
  } catch (error) {
    show('enter');
    tell(`${error.message}.`);
  }
}

async function decide(allow) {
  try {
    await api('POST', '/v1/auth/device/decide', { user_code: $('shown-code').textContent, allow });
    $('done').textContent = allow ? 'Done. Go back to the program: it is signed in.' : 'Denied. The program was told.';
    show('done');
  } catch (error) {
    tell(`${error.message}.`);
  }
}

async function start() {
  const session = await api('GET', '/v1/auth/session');
  if (!session) {
    await showProviders($('providers'));
    return show('signed-out');
  }
  $('email').textContent = session.user.email ?? session.user.name ?? session.user.id;
  const userCode = new URL(location.href).searchParams.get('user_code');
  if (userCode) await ask(userCode);
  else show('enter');
}

$('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  void ask($('user-code').value);
});
$('allow').addEventListener('click', () => void decide(true));
$('deny').addEventListener('click', () => void decide(false));

const problem = await finishSignIn();
await start();
tell(problem);
