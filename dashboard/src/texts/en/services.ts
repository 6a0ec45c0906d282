import { createMerge, mergeNames } from '../merge.ts';
import { locale } from '../plural.ts';

/** Texts about the services in places that all services share: permissions, audit log, webhooks, public pages. */
export const services = {
  feedback: {
    name: 'Feedback',
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
  },
  waitlist: {
    name: 'Waitlist',
    scopes: {
      'waitlist:read': 'Read the waitlist',
      'waitlist:write': 'Read and change the waitlist, and invite',
    },
    actions: {
      'waitlist_entry.deleted': 'Deleted a waitlist entry',
      'waitlist.exported': 'Exported the waitlist',
      'waitlist_broadcast.sent': 'Sent a broadcast to the waitlist',
      'waitlist_broadcast.resumed': 'Resumed a broadcast to the waitlist',
    },
    events: {
      'waitlist.joined': 'Waitlist sign-up',
      'waitlist.confirmed': 'Waitlist sign-up confirmed',
      'waitlist.invited': 'Invited from the waitlist',
      'waitlist.reward_reached': 'Reward for referrals reached',
    },
    sections: { waitlist: 'Waitlist' },
  },
  testimonials: {
    name: 'Testimonials',
    scopes: {
      'testimonials:read': 'Read testimonials',
      'testimonials:write': 'Read and change testimonials',
    },
    actions: {
      'testimonial.deleted': 'Deleted a testimonial',
      'testimonials.exported': 'Exported testimonials',
      'testimonial_rule.deleted': 'Deleted a rule for requests',
      'testimonial_collection.deleted': 'Deleted a collection of testimonials',
    },
    events: {
      'testimonial.submitted': 'Testimonial submitted',
      'testimonial.approved': 'Testimonial approved',
      'testimonial.rejected': 'Testimonial rejected',
    },
    sections: { testimonials: 'Testimonials' },
  },
  changelog: {
    name: 'Changelog',
    scopes: {
      'changelog:read': 'Read the changelog',
      'changelog:write': 'Read, change and publish the changelog',
    },
    actions: {
      'changelog_entry.deleted': 'Deleted a changelog entry',
      'changelog_subscriber.deleted': 'Deleted a changelog subscriber',
      'changelog_subscribers.added': 'Added changelog subscribers',
      'changelog.exported': 'Exported the changelog',
    },
    events: {
      'changelog.adoption_measured': 'Adoption measured',
      'changelog.published': 'Changelog entry published',
    },
    sections: { changelog: 'Changelog' },
  },
  knowledge_base: {
    name: 'Help center',
    scopes: {
      'knowledge_base:read': 'Search and read the help center',
      'knowledge_base:write': 'Search, read and change the help center',
    },
    actions: {
      'index.deleted': 'Deleted a collection',
      'document.published': 'Published an article',
      'document.unpublished': 'Unpublished an article',
      'document.archived': 'Archived an article',
      'document.deleted': 'Deleted an article',
      'documents.exported': 'Exported articles',
    },
    events: {
      'knowledge_base.searched_without_results': 'Search without results',
    },
    sections: { help: 'Help' },
  },
  analytics: {
    name: 'Analytics',
    scopes: {
      'analytics:read': 'Read analytics',
      'analytics:write': 'Read analytics, import events and change goals and alerts',
    },
    actions: {
      'shared_link.created': 'Created a shared link',
      'shared_link.updated': 'Changed a shared link',
      'shared_link.deleted': 'Deleted a shared link',
      'search_console.connected': 'Connected Search Console',
      'search_console.updated': 'Changed the connection with Search Console',
      'search_console.disconnected': 'Disconnected Search Console',
      'goal.deleted': 'Deleted a goal',
      'funnel.deleted': 'Deleted a funnel',
      'alert.created': 'Created an alert',
      'alert.updated': 'Changed an alert',
      'alert.deleted': 'Deleted an alert',
      'segment.filters_updated': 'Changed the filters of a segment',
      'segment.deleted': 'Deleted a segment',
      'annotation.deleted': 'Deleted a chart note',
      'analytics.erased': 'Deleted the events of a user',
      'analytics.exported': 'Exported events',
    },
    events: {
      'alert.triggered': 'Alert triggered',
      'alert.recovered': 'Alert recovered',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

/** The names of all services in a sentence. */
export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
