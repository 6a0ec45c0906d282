import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll, recordsOf, toFile } from './fixtures/reading.ts';

test('reads posts, votes and comments of Canny from several files', async () => {
  const posts = {
    hasMore: false,
    posts: [
      {
        id: 'p1',
        title: 'Export',
        details: 'Monthly',
        status: 'in progress',
        created: '2025-03-01T09:00:00.000Z',
        tags: [{ name: 'reports' }],
        author: { id: 'u1', name: 'Ada', email: 'ada@example.com', userID: 'u_42' },
        imageURLs: ['https://canny.io/a.png'],
      },
      {
        id: 'p2',
        title: 'Dark mode',
        details: '',
        status: 'someday',
        created: '2025-03-09T09:00:00.000Z',
        tags: [],
        author: null,
      },
    ],
  };
  const votes = {
    votes: [
      {
        id: 'v1',
        post: { id: 'p1' },
        voter: { id: 'u2', name: 'Grace', email: 'grace@example.com' },
        created: '2025-03-02T00:00:00.000Z',
      },
    ],
  };
  const comments = {
    comments: [
      {
        id: 'c1',
        post: { id: 'p1' },
        author: { name: 'Grace', isAdmin: true },
        value: 'Soon',
        internal: true,
        created: '2025-03-03T00:00:00.000Z',
      },
    ],
  };
  const files = Object.entries({ posts, votes, comments }).map(([name, content]) =>
    toFile(`${name}.json`, JSON.stringify(content)),
  );
  const { items } = await readAll('canny', files);
  assert.deepEqual(
    items.map(({ collection, file, record }) => [collection, file, record]),
    [
      [
        'feedback',
        'posts.json',
        {
          external_id: 'canny:p1',
          type: 'feature',
          title: 'Export',
          description: 'Monthly',
          status: 'in_progress',
          tags: ['reports'],
          image_url: 'https://canny.io/a.png',
          submitter_name: 'Ada',
          submitter_email: 'ada@example.com',
          submitter_user_id: 'u_42',
          created_at: '2025-03-01T09:00:00.000Z',
        },
      ],
      [
        'feedback',
        'posts.json',
        {
          external_id: 'canny:p2',
          type: 'feature',
          title: 'Dark mode',
          status: 'new',
          tags: [],
          created_at: '2025-03-09T09:00:00.000Z',
        },
      ],
      [
        'votes',
        'votes.json',
        {
          feedback_external_id: 'canny:p1',
          external_id: 'canny:u2',
          email: 'grace@example.com',
          name: 'Grace',
          created_at: '2025-03-02T00:00:00.000Z',
        },
      ],
      [
        'comments',
        'comments.json',
        {
          external_id: 'canny:c1',
          feedback_external_id: 'canny:p1',
          body: 'Soon',
          author_name: 'Grace',
          by_team: true,
          internal: true,
          created_at: '2025-03-03T00:00:00.000Z',
        },
      ],
    ],
  );
  await assert.rejects(readAll('canny', [toFile('a.json', '[]')]), /posts, votes or comments/);
  await assert.rejects(readAll('canny', [toFile('a.json', '{"posts": [')]), /not valid JSON/);
});

test('reads issues of GitHub in the forms of the REST API and of gh', async () => {
  const rest = [
    {
      id: 1,
      number: 7,
      title: 'Crash',
      body: 'Steps',
      state: 'closed',
      state_reason: 'completed',
      closed_at: '2025-02-01T00:00:00Z',
      created_at: '2025-01-01T00:00:00Z',
      user: { login: 'ada' },
      labels: [{ name: 'bug' }],
      reactions: { '+1': 2 },
      comments: 1,
    },
    {
      id: 2,
      number: 8,
      title: 'A pull request',
      pull_request: {},
      state: 'open',
      user: null,
      labels: [],
      created_at: '2025-01-02T00:00:00Z',
    },
    {
      id: 9,
      issue_url: 'https://api.github.com/repos/a/b/issues/7',
      body: 'Fixed',
      user: { login: 'grace' },
      author_association: 'OWNER',
      created_at: '2025-01-03T00:00:00Z',
    },
  ];
  const gh = [
    {
      number: 9,
      title: 'Idea',
      body: '',
      state: 'CLOSED',
      stateReason: 'NOT_PLANNED',
      closedAt: '2025-02-01T00:00:00Z',
      createdAt: '2025-01-01T00:00:00Z',
      author: { login: 'linus' },
      labels: [],
      reactionGroups: [{ content: 'THUMBS_UP', users: { totalCount: 1 } }],
      comments: [
        { id: 'IC_1', body: 'No', author: { login: 'ada' }, authorAssociation: 'MEMBER', createdAt: '2025-01-05T00:00:00Z' },
      ],
    },
  ];
  const { items } = await readAll('github_issues', [
    toFile('rest.json', JSON.stringify(rest)),
    toFile('gh.json', JSON.stringify(gh)),
  ]);
  assert.deepEqual(
    recordsOf(items, 'feedback').map(({ external_id, type, status, submitter_name }) => [
      external_id,
      type,
      status,
      submitter_name,
    ]),
    [
      ['github:7', 'bug', 'done', 'ada'],
      ['github:9', 'feature', 'declined', 'linus'],
    ],
  );
  assert.equal(recordsOf(items, 'votes').length, 3);
  assert.deepEqual(
    recordsOf(items, 'comments').map(({ feedback_external_id, body, by_team }) => [feedback_external_id, body, by_team]),
    [
      ['github:9', 'No', true],
      ['github:7', 'Fixed', true],
    ],
  );
});

test('reads discussions of GitHub from pages of the GraphQL API', async () => {
  const discussion = {
    number: 8,
    title: 'How do I export?',
    url: 'https://github.com/a/b/discussions/8',
    createdAt: '2025-01-03T00:00:00Z',
    closed: false,
    upvoteCount: 2,
    // Reactions are no votes.
    reactionGroups: [{ content: 'THUMBS_UP', users: { totalCount: 7 } }],
    author: { login: 'ada' },
    category: { name: 'Q&A' },
    labels: { nodes: [{ name: 'export' }] },
    answer: { id: 'DC_1' },
    answerChosenAt: '2025-01-05T00:00:00Z',
  };
  const by = (login: string, authorAssociation = 'NONE') => ({ author: { login }, authorAssociation });
  const comments = {
    totalCount: 3,
    nodes: [
      {
        id: 'DC_1',
        body: 'In the menu.',
        ...by('grace', 'OWNER'),
        replies: { totalCount: 2, nodes: [{ id: 'DC_2', body: 'Thanks', ...by('ada') }] },
      },
      { id: 'DC_3', body: 'Buy now', ...by('spam'), isMinimized: true, replies: { totalCount: 0, nodes: [] } },
      { id: 'DC_4', body: '', ...by('linus'), deletedAt: '2025-01-09T00:00:00Z', replies: { totalCount: 0, nodes: [] } },
    ],
  };
  const toPage = (...nodes: object[]) => ({ data: { repository: { discussions: { nodes } } } });
  const closed = {
    title: 'x',
    createdAt: '2025-01-01T00:00:00Z',
    closed: true,
    closedAt: '2025-02-01T00:00:00Z',
    upvoteCount: 0,
  };
  const pages = [
    toPage({ ...discussion, comments }),
    toPage(
      { ...closed, number: 9, stateReason: 'RESOLVED' },
      { ...closed, number: 10, stateReason: 'OUTDATED', category: { name: 'Bug reports' } },
    ),
  ];
  const { items } = await readAll('github_issues', [toFile('discussions.json', JSON.stringify(pages))]);
  const [first] = items;
  assert.deepEqual(first, {
    collection: 'feedback',
    file: 'discussions.json',
    line: 1,
    record: {
      external_id: 'github:8',
      type: 'feature',
      title: 'How do I export?',
      status: 'done',
      status_changed_at: '2025-01-05T00:00:00Z',
      tags: ['export', 'Q&A'],
      submitter_name: 'ada',
      created_at: '2025-01-03T00:00:00Z',
    },
    from: 'https://github.com/a/b/discussions/8',
    warnings: ['The file does not have all comments of this discussion. Request more of them (`first`).'],
  });
  assert.deepEqual(
    recordsOf(items, 'feedback').map(({ external_id, type, status }) => [external_id, type, status]),
    [
      ['github:8', 'feature', 'done'],
      ['github:9', 'feature', 'done'],
      ['github:10', 'bug', 'declined'],
    ],
  );
  assert.equal(recordsOf(items, 'votes').length, 2);
  assert.deepEqual(
    recordsOf(items, 'comments').map(({ external_id, body, by_team }) => [external_id, body, by_team]),
    [
      ['github:DC_1', 'In the menu.', true],
      ['github:DC_2', 'Thanks', undefined],
    ],
    'replies follow their comment; hidden and deleted comments are left out',
  );
  const single = await readAll('github_issues', [toFile('page.json', JSON.stringify(toPage(discussion)))]);
  assert.equal(recordsOf(single.items, 'feedback').length, 1, 'one page');
  const failed = JSON.stringify({ data: null, errors: [{ message: 'Bad credentials' }] });
  await assert.rejects(readAll('github_issues', [toFile('a.json', failed)]), /list of issues, discussions or comments/);
});

test('reads releases of GitHub and versions of Keep a Changelog', async () => {
  const releases = [
    {
      id: 5,
      tag_name: 'v1.2.0',
      name: '',
      body: '- Faster',
      draft: false,
      prerelease: true,
      created_at: '2025-01-01T00:00:00Z',
      published_at: '2025-01-02T00:00:00Z',
    },
    {
      id: 6,
      tag_name: 'v1.3.0',
      name: 'Spring',
      body: null,
      draft: true,
      prerelease: false,
      created_at: '2025-03-01T00:00:00Z',
      published_at: null,
    },
  ];
  const { items } = await readAll('github_releases', [toFile('releases.json', JSON.stringify(releases))]);
  assert.deepEqual(
    recordsOf(items, 'changelog').map(({ title, version, published_at }) => [title, version, published_at]),
    [
      ['v1.2.0', '1.2.0', '2025-01-02T00:00:00Z'],
      ['Spring', '1.3.0', undefined],
    ],
  );
  const text = `# Changelog\n\n## [Unreleased]\n### Added\n- Soon\n\n## [1.1.0] - 2025-02-05\n### Fixed\n- A crash\n\n## 1.0.0 (2025-01-05)\n### Removed\n- Old things\n\n[1.1.0]: https://example.com\n`;
  const read = await readAll('keep_a_changelog', [toFile('CHANGELOG.md', text)]);
  assert.deepEqual(
    read.items.map(({ line, record: { title, type, content, published_at } }) => [line, title, type, content, published_at]),
    [
      [11, 'Version 1.0.0', 'breaking', '### Removed\n- Old things', '2025-01-05T00:00:00.000Z'],
      [7, 'Version 1.1.0', 'fix', '### Fixed\n- A crash', '2025-02-05T00:00:00.000Z'],
      [3, 'Unreleased', 'feature', '### Added\n- Soon', undefined],
    ],
  );
});

test('reads exports of Fider, GetWaitlist and Senja', async () => {
  const posts = `number,title,description,created_at,created_by,votes_count,status,responded_by,responded_at,response,original_number,tags
1,Copy,,2025-03-05T09:00:00Z,Linus,1,duplicate,,,See the other.,2,
2,Export,Monthly,2025-03-01T09:00:00Z,Ada,2,started,Grace,2025-04-01T09:00:00Z,We are on it.,,"reports, api"
`;
  const fider = await readAll('fider', [toFile('posts.csv', posts)]);
  assert.deepEqual(
    recordsOf(fider.items, 'feedback').map(({ external_id, status, merged_into_external_id }) => [
      external_id,
      status,
      merged_into_external_id,
    ]),
    [
      ['fider:2', 'in_progress', undefined],
      ['fider:1', undefined, 'fider:2'],
    ],
    'merged entries follow the others',
  );
  assert.equal(recordsOf(fider.items, 'votes').length, 3);
  assert.deepEqual(
    recordsOf(fider.items, 'comments').map(({ body, by_team, created_at }) => [body, by_team, created_at]),
    [
      ['We are on it.', true, '2025-04-01T09:00:00.000Z'],
      ['See the other.', true, '2025-03-05T09:00:00.000Z'],
    ],
    'a response without a date has that of its entry',
  );

  const voters = [{ createdAt: '2025-03-02T10:00:00Z', user: { id: 7, name: 'Grace', email: 'grace@example.com' } }];
  const named = await readAll('fider', [toFile('posts.csv', posts), toFile('votes/2.json', JSON.stringify(voters))]);
  assert.deepEqual(
    recordsOf(named.items, 'votes').map(({ feedback_external_id, external_id }) => [feedback_external_id, external_id]),
    [
      ['fider:1', 'fider:1#1'],
      ['fider:2', 'fider:7'],
    ],
    'voters replace the number of votes',
  );

  const signups =
    'uuid,email,first_name,last_name,priority,referral_token,referred_by_signup_token,amount_referred,verified,created_at,Team size\nb2,grace@example.com,Grace,Hopper,2,T2,T1,0,true,2025-03-02T09:00:00,2\na1,ada@example.com,Ada,,1,T1,,1,true,2025-03-01T09:00:00,\n';
  const [ada, person] = (await readAll('getwaitlist', [toFile('s.csv', signups)])).items;
  assert.equal(ada?.record.email, 'ada@example.com');
  assert.deepEqual(person?.record, {
    external_id: 'getwaitlist:b2',
    email: 'grace@example.com',
    name: 'Grace Hopper',
    referral_code: 'T2',
    referred_by: 'T1',
    metadata: { 'Team size': '2' },
    created_at: '2025-03-02T09:00:00.000Z',
  });

  const texts = 'id,text,rating,date,approved,customer_name,tags\nt1,Great,5,2025-03-01,true,Ada,"support,speed"\n';
  const [testimonial] = (await readAll('senja', [toFile('t.csv', texts)])).items;
  assert.deepEqual(testimonial?.record, {
    external_id: 'senja:t1',
    content: 'Great',
    rating: 5,
    status: 'approved',
    author_name: 'Ada',
    tags: ['support', 'speed'],
    created_at: '2025-03-01T00:00:00.000Z',
  });
  await assert.rejects(readAll('senja', [toFile('t.csv', 'a,b\n1,2\n')]), /has no column id, text, rating, customer_name/);
});
