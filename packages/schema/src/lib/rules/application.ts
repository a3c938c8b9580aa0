import { defineRules } from './rule-entry.ts';

export const applicationRules = defineRules({
  'application.id.integer': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`application.id` is an integer',
  },
  'application.no.derived': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`application.no` is `COK00` followed by the zero-padded `application.id`',
  },
  'application.form.echoes-path': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '`application.form` is the form slug of the path that the application was read under',
  },
  'application.slug.echoes-path': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '`application.slug` is the slug of the path that the application was read under',
  },
  'application.slug.correlates-create': {
    section: 'What the service does',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'Results and deliveries carry the slug that create returned as `detail.slug`',
  },
  'application.slug.unique': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'No two created applications share a slug',
  },
  'application.status.enum': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title:
      '`application.status` is `incomplete`, `complete` or `expired`, and never says that an application was deleted',
  },
  'application.submitted-at.null-while-incomplete': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`submitted_at` is null as long as the application is incomplete',
  },
  'application.submitted-at.set-when-complete': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`submitted_at` is a date-time once the application is complete',
  },
  'application.submitted-at.stable': {
    section: 'Delivery rules',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: '`submitted_at` of a submission is the same in every read and every delivery of it',
  },
  'application.id.stable': {
    section: 'Application',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: '`id` and `no` of an application never change',
  },
  'other-status.ekyc.present': {
    section: 'other_status',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`other_status.ekyc` is present in every application',
  },
  'other-status.ekyc.enum': {
    section: 'other_status',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`other_status.ekyc` is `pass`, `need_review`, `fail` or `pending`, in lower case',
  },
  'other-status.ekyc.follows-face-compare': {
    section: 'other_status',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title:
      'Once complete, `other_status.ekyc` agrees with `face_compare.status`: match with pass, need_review with itself, not_match with fail',
  },
  'other-status.ekyc.pass-needs-checks': {
    section: 'other_status',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title:
      'Once complete, an outcome of `pass` or `need_review` comes with a face comparison and a successful try of both checks',
  },
  'other-status.custom.string': {
    section: 'other_status',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'Every status column of the workspace holds a string',
  },
});
