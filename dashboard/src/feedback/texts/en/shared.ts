/** Texts in places that all services share. */
export const feedbackShared = {
  scopes: {
    'feedback:read': 'Read feedback',
    'feedback:write': 'Read and change feedback',
  },
  actions: {
    'feedback.deleted': 'Deleted feedback',
    'feedback.exported': 'Exported feedback',
    'comment.deleted': 'Deleted a comment',
    'comments.exported': 'Exported comments',
    'votes.exported': 'Exported votes',
    'feedback_view.deleted': 'Deleted a feedback view',
    'feedback_view.made_personal': 'Unshared a feedback view',
  },
  events: {
    'feedback.created': 'Feedback created',
    'feedback.updated': 'Feedback updated',
    'feedback.status_changed': 'Feedback status changed',
    'feedback.commented': 'Comment added',
    'feedback.voted': 'Votes changed (at most once a minute)',
    'feedback.merged': 'Feedback merged',
    'feedback.deleted': 'Feedback deleted',
  },
  sections: { feedback: 'Feedback', roadmap: 'Roadmap' },
  settings: {
    'settings.feedback.moderation': {
      label: 'Require approval for',
      options: { off: 'Nothing', anonymous: 'Feedback from anonymous visitors', all: 'All feedback' },
    },
    'settings.feedback.follow_default': {
      label: 'Offer emails by default',
      hint: 'The checkbox “Email me when there is news” of feedback forms is checked until the visitor changes it.',
    },
    'settings.feedback.suggestions': {
      label: 'Suggest duplicates and tags',
      hint: 'For new feedback, by the language model of the instance (EARSHOT_LLM_URL). Nothing changes until a member accepts a suggestion.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'Suggestions per day',
      hint: 'New feedback gets none after this number within 24 hours, including those that members ask for.',
    },
    'settings.feedback.voting': {
      label: 'Who can vote',
      hint: 'Members can always vote. Votes that exist remain.',
      options: {
        anyone: 'Everyone',
        confirmed: 'People with a confirmed email address, and signed-in users',
        signed_in: 'Users who are signed in to your product',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'Anonymous votes per network',
      hint: 'Votes that one network can cast for an entry on a day without signing in. Raise the number if many visitors share a network.',
    },
  },
  notifications: {
    'feedback.assigned': 'Assignments',
    'feedback.mentioned': 'Mentions',
    'feedback.created': 'New feedback',
    'feedback.commented': 'Comments',
    'feedback.vote_burst': 'Unusual votes',
    'feedback.pending': 'Awaiting approval',
  },
  timeline: {
    feedback: 'Feedback',
    vote: 'Votes',
    comment: 'Comments',
  },
  did: {
    feedback: 'Sent feedback',
    vote: 'Voted for',
    comment: 'Commented on',
  },
  imports: {
    feedback: 'Feedback',
    comments: 'Comments',
    votes: 'Votes',
  },
};
