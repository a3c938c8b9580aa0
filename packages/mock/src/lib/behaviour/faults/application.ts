import { defineFault, type Fault } from './fault.ts';
import { answering, changingPayload, leavingOut, miscounted, moved } from './points.ts';

export const applicationFaults: readonly Fault[] = [
  defineFault({
    rule: 'application.id.integer',
    alsoBreaks: ['convention.ids.integer'],
    title: 'writes the id as a string',
    points: changingPayload('application.id', String),
  }),
  defineFault({
    rule: 'application.no.derived',
    title: 'numbers applications by a count of its own',
    points: changingPayload('application.no', miscounted),
  }),
  defineFault({
    rule: 'application.no.derived',
    variant: 'other-prefix',
    title: 'drops the zeros of the prefix',
    points: changingPayload('application.no', (no) => String(no).replace('COK00', 'COK-')),
  }),
  defineFault({
    rule: 'application.form.echoes-path',
    title: 'names the form by its version',
    points: changingPayload('application.form', (form) => `${String(form)}-v2`),
  }),
  defineFault({
    rule: 'application.slug.echoes-path',
    alsoBreaks: ['result.equals-webhook'],
    title: 'gives another slug in a result than the one that it was asked for',
    points: changingPayload('application.slug', miscountedSlug, ({ carrier }) => carrier === 'result'),
  }),
  defineFault({
    rule: 'application.slug.correlates-create',
    alsoBreaks: ['resend.delivers', 'image.url.path'],
    title: 'delivers a resend under another slug',
    points: changingPayload(
      'application.slug',
      miscountedSlug,
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'resend',
    ),
  }),
  defineFault({
    rule: 'application.slug.unique',
    alsoBreaks: ['create.form-url.unique'],
    title: 'hands out a slug twice',
    points: () => {
      let earlier: string | undefined;
      let given = false;
      return answering('created', (draft, { subject }) => {
        const slug = subject?.slug ?? '';
        if (earlier !== undefined && !given) {
          given = true;
          // Slugs hold nothing that JSON escapes.
          return { ...draft, body: JSON.parse(JSON.stringify(draft.body).replaceAll(slug, earlier)) as unknown };
        }
        earlier ??= slug;
        return draft;
      });
    },
  }),
  defineFault({
    rule: 'application.status.enum',
    alsoBreaks: ['create.state.incomplete', 'submit.camera-flow.unchanged'],
    title: 'has a status deleted, drafted or the like',
    points: changingPayload('application.status', (status) => (status === 'incomplete' ? 'draft' : status)),
  }),
  defineFault({
    rule: 'application.submitted-at.null-while-incomplete',
    alsoBreaks: ['create.state.incomplete', 'submit.camera-flow.unchanged'],
    title: 'gives the time of creation as submitted_at of an open application',
    points: changingPayload('application.submitted_at', (at, { application }) =>
      application.status === 'incomplete' ? moved(new Date(application.createdAt).toISOString(), 0) : at,
    ),
  }),
  defineFault({
    rule: 'application.submitted-at.set-when-complete',
    title: 'leaves submitted_at null on passport submissions',
    points: changingPayload(
      'application.submitted_at',
      () => null,
      ({ application }) => application.submission?.document === 'passport',
    ),
  }),
  defineFault({
    rule: 'application.submitted-at.stable',
    alsoBreaks: ['delivery.idempotency-key.stable', 'resend.same-content'],
    title: 'moves submitted_at to the time of a resend',
    points: changingPayload(
      'application.submitted_at',
      (at) => moved(at, 7),
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'resend',
    ),
  }),
  defineFault({
    rule: 'application.id.stable',
    alsoBreaks: ['resend.same-content'],
    title: 'gives an application a new id and number at a resend',
    points: {
      payload: (document, subject) => {
        if (subject.carrier === 'result' || subject.trigger !== 'resend') return document;
        const { id } = subject.application;
        const application = document['application'] as Readonly<Record<string, unknown>>; // Every payload has one.
        const no = `COK00${String(id + 1).padStart(subject.workspace.settings.padWidth, '0')}`;
        return { ...document, application: { ...application, id: id + 1, no } };
      },
    },
  }),
  defineFault({
    rule: 'other-status.ekyc.present',
    title: 'leaves ekyc out before the checks ran',
    points: leavingOut('application.other_status.ekyc', ({ application }) => application.status === 'incomplete'),
  }),
  defineFault({
    rule: 'other-status.ekyc.enum',
    title: 'writes ekyc in Title case',
    points: changingPayload('application.other_status.ekyc', (ekyc) =>
      String(ekyc).replace(/^./, (letter) => letter.toUpperCase()),
    ),
  }),
  defineFault({
    rule: 'other-status.ekyc.follows-face-compare',
    title: 'passes applicants whose face comparison needs review',
    points: changingPayload('application.other_status.ekyc', (ekyc) => (ekyc === 'need_review' ? 'pass' : ekyc)),
  }),
  defineFault({
    rule: 'other-status.ekyc.pass-needs-checks',
    title: 'passes applicants whose checks failed',
    points: changingPayload(
      'application.other_status.ekyc',
      () => 'pass',
      ({ application: { submission } }) => submission?.liveness === 'fail' || submission?.documentScan === 'fail',
    ),
  }),
  defineFault({
    rule: 'other-status.custom.string',
    title: 'writes status columns as booleans',
    points: changingPayload('application.other_status.*', (value) =>
      ['pass', 'need_review', 'fail', 'pending'].includes(String(value)) ? value : true,
    ),
  }),
];

function miscountedSlug(slug: unknown): string {
  return `${String(slug)}x`;
}
