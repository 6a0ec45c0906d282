// Descriptions and comments of feedback.

export const BUG_DETAILS = [
  'It happens every time in Firefox 140, and not at all in Safari.\n\n1. Open the page\n2. Change anything\n3. Save\n\nI expect the new value, and see the old one.',
  'This started after the update last week. A reload helps, but then my filters are gone.',
  'Two of our five people see this, all on Windows. I can record a video if that helps.',
  'The console says:\n\n```\nTypeError: cannot read properties of undefined\n```\n\nOur plan is **Studio**, and we are in Europe.',
  'A client noticed it before we did, which was not a great moment. A workaround would be enough for now.',
  'Hard to reproduce: maybe once a day, mostly on slow connections.',
];
export const FEATURE_DETAILS = [
  'We would use this every week. At the moment we do it by hand, which takes an hour and goes wrong.',
  'This is the one thing that keeps us on our old tool. With it, we would move all 14 people.',
  'A simple version is enough:\n\n- one setting per project\n- off by default\n- visible in the list\n\nEverything else can come later.',
  'Our accountant asks for this every quarter. Happy to test an early version.',
  'It should work like in `Linear`: one key, and done. I attach a sketch of how we imagine it.',
  'Nice to have, not urgent. But it would make the demo for our clients so much better.',
  'We are a studio of 8 with around 40 clients. Without this, somebody copies numbers every Friday.',
];
export const REMARK_DETAILS = [
  '',
  'Just wanted to say this.',
  'Keep up the good work, and please keep it simple.',
  'Maybe it is only me, but it took a while to find out.',
];

export const USER_COMMENTS = [
  'Same here. We have 12 people, and all of them asked for this.',
  'Any news? We have to decide on a tool by the end of the month.',
  'A workaround that we use: export the list, and filter it in a spreadsheet.',
  'Please also think of projects with several currencies.',
  'For us this would be worth a higher plan.',
  '+1, mostly for freelancers.',
  'It also happens on my phone, since about two weeks.',
  'I like the idea, as long as it can be turned off.',
];
export const TEAM_REPLIES = [
  'Thank you for the report. We can reproduce it, and a fix is on the way.',
  'We are on it: it will be in the next release.',
  'Could you tell us a bit more about how you would use this? Which of your clients would see it?',
  'This is on our plan for the next quarter. We will post here as soon as there is something to try.',
  'We talked about this a lot, and decided against it: it would make the simple case harder. The export may help in the meantime.',
];
export const INTERNAL_NOTES = [
  'Two of our ten largest customers asked for this in calls.',
  'See the support thread from Tuesday: same cause.',
  'Ask Grace about the date format before we start.',
];
