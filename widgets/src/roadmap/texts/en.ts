export const roadmap = {
  title: 'Roadmap',
  vote: 'Vote for “{title}”',
  votes: 'Votes: {count}',
  signIn: 'Sign in to vote.',
};
