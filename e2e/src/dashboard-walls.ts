import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { openProject } from './dashboard.ts';

// Walls and collections of testimonials, of which dashboard-voices.test.ts opens the pages.

type Opened = Awaited<ReturnType<typeof openProject>>;
type OpenPart = (
  path: string,
) => Promise<Pick<Opened, 'page' | 'complaints' | 'user' | 'team'> & { show: () => Promise<unknown> }>;

export function testWalls(openPart: OpenPart): void {
  test('saves the look of a wall, collects a testimonial with a video, and plays it', async () => {
    const { page, complaints, user, team, show } = await openPart('/testimonials/wall');
    const { id } = await user.testimonials.submit({ author_name: 'Grace', content: 'It saves me an hour a day.', rating: 5 });
    await team.testimonials.update(id, { status: 'approved' });
    await show();
    // A look is previewed before it is saved, for the page and the widget.
    const wall = page.locator('earshot-testimonials ul.wall');
    await page.getByRole('button', { name: /Layout/ }).click();
    await page.getByRole('option', { name: 'Carousel' }).click();
    await page.getByRole('list', { name: 'Testimonials' }).waitFor();
    await page.getByText('Date', { exact: true }).click();
    await wall
      .getByText(/20\d\d/)
      .first()
      .waitFor({ state: 'detached' });
    assert.equal((await team.testimonials.wall()).style.layout, 'masonry');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Look saved.', { exact: false }).waitFor();
    const { style } = await team.testimonials.wall();
    assert.deepEqual([style.layout, style.show_date], ['carousel', false]);

    // A collection of its own, with a testimonial that was added by hand.
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Agencies');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('region', { name: 'Embed code' }).getByText('collection="agencies"').waitFor();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('button', { name: 'New testimonial' }).click();
    const dialog = page.getByRole('dialog', { name: 'New testimonial' });
    await dialog.getByRole('textbox', { name: 'Testimonial' }).fill('Watch me.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await dialog.getByRole('textbox', { name: 'Video' }).fill('https://vimeo.com/76979871');
    await dialog.getByRole('button', { name: 'New testimonial' }).click();
    await page.getByText('Testimonial added').waitFor();
    await page.getByRole('radio', { name: /Approved/ }).click();
    await page.getByRole('button', { name: 'More actions for the testimonial of Ada' }).click();
    await page.getByRole('menuitem', { name: 'Collections…' }).click();
    await page.getByText('Agencies').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await team.testimonials.list({ collection: 'agencies' })).total, 1);

    // The player replaces the poster after a click.
    await page.goto((await team.testimonials.wall({ collection: 'agencies' })).url);
    assert.equal(await page.locator('iframe').count(), 0);
    await page.route('https://player.vimeo.com/**', (route) => route.fulfill({ body: 'Player' }));
    await page.getByRole('link', { name: 'Play the video of Ada on Vimeo' }).click();
    await page.frameLocator('iframe.video').getByText('Player').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('approves and rejects testimonials by keyboard, and previews the wall', async () => {
    const { page, complaints, user, show, team } = await openPart('/testimonials');
    for (const content of ['It saves me an hour a day.', 'Buy cheap watches', 'Setup took a minute.'])
      await user.testimonials.submit({ author_name: 'Grace', content, rating: 5 });
    await show();
    await page.getByText('It saves me an hour a day.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('f');
    await page.getByText('Featured', { exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('Setup took a minute.').waitFor({ state: 'detached' });
    // The next testimonial has the focus.
    await page.keyboard.press('r');
    await page.getByText('Buy cheap watches').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'No pending testimonials' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('It saves me an hour a day.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'No pending testimonials' }).waitFor();
    assert.equal((await team.testimonials.list({ status: 'approved' })).total, 2);
    assert.equal((await team.testimonials.list({ status: 'rejected' })).data[0]?.content, 'Buy cheap watches');
    await page.getByText('2 approved, 5.0 out of 5 stars on average').waitFor();

    await page.getByRole('radio', { name: 'Rejected' }).click();
    await page.getByText('Buy cheap watches').waitFor();
    await page.getByRole('link', { name: 'Wall' }).click();
    await page.getByText('It saves me an hour a day.').waitFor();
    assert.equal(await page.getByText('Buy cheap watches').count(), 0);
    await page.getByRole('region', { name: 'Embed code' }).getByText('<earshot-testimonials ').waitFor();
    assert.deepEqual(complaints, []);
  });
}
