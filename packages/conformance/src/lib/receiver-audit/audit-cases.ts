import type { DeliveryHeader } from '@idvkit/delivery';

import type { SentTrait } from '../observe/observation.ts';
import type { Applicant, AuditBody } from './applicant.ts';
import { type AuditCase, changed } from './audit-case.ts';
import { type Audit, plainDelivery } from './audit.ts';
import { largeBody } from './large-body.ts';
import { secrets } from './secret-case.ts';
import { unknownTypes } from './unknown-type-case.ts';

/** Answers in every submission. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['home_address_country']);

const lifecycle: AuditCase = {
  name: 'lifecycle events',
  rules: ['receiver.lifecycle.accepted', 'receiver.out-of-order.accepted'],
  drive: async (audit) => {
    const applicant = audit.applicant();
    const traits: readonly SentTrait[] = ['lifecycle'];
    await audit.send(plainDelivery(applicant, 'a plain submission'));
    await audit.send({ what: 'an update_status about it', traits, body: applicant.statusChange });
    const left = audit.applicant();
    await audit.send({ what: 'a drop_off', traits, body: left.dropOff, isFirst: true });
    const late = { traits, body: left.lateStatusChange, isFirst: true } as const;
    await audit.send({ what: 'an update_status of the application that expired', ...late });
  },
};

const sparse: AuditCase = {
  name: 'sparse submissions',
  rules: ['receiver.sparse.accepted'],
  drive: async (audit) => {
    const send = async (what: string, change: (body: AuditBody) => void): Promise<void> => {
      const { submission } = audit.applicant();
      await audit.send({ what: `a submission without ${what}`, traits: ['sparse'], body: changed(submission, change) });
    };
    const keys = Object.keys(audit.applicant().submission({ nounce: '', createdAt: NEVER }).answers ?? {});
    for (const key of keys) {
      // Forms add their own names.
      if (!ALWAYS_THERE.has(key)) await send(`the answer ${key}`, ({ answers }) => delete answers?.[key]);
    }
    await send('any answer that it may lack', (body) => {
      body.answers = Object.fromEntries(Object.entries(body.answers ?? {}).filter(([key]) => ALWAYS_THERE.has(key)));
    });
    await send('extra.identity_aml', ({ extra }) => delete extra?.['identity_aml']);
    await send('anything in extra', (body) => {
      body.extra = {};
      body.application['other_status'] = { ekyc: 'pending' };
    });
  },
};

const unknownFields: AuditCase = {
  name: 'unknown fields',
  rules: ['receiver.unknown-fields.accepted'],
  drive: async (audit) => {
    const places: readonly (readonly [where: string, change: (body: AuditBody) => void])[] = [
      ['at its top', (body) => (body['added_later'] = { version: 2, items: [null] })],
      ['in event', ({ event }) => (event['added_later'] = 'text')],
      ['in application', ({ application }) => (application['added_later'] = 7)],
      ['in answers', ({ answers = {} }) => (answers['added_later'] = answers['home_address_country'])],
      ['in extra', ({ extra = {} }) => (extra['added_later'] = [{ any: 'thing' }])],
    ];
    for (const [where, change] of places) {
      const body = changed(audit.applicant().submission, change);
      await audit.send({ what: `a submission with an unknown field ${where}`, traits: ['unknown-fields'], body });
    }
  },
};

const customStatuses: AuditCase = {
  name: 'custom statuses',
  rules: ['receiver.custom-status.any-case'],
  drive: async (audit) => {
    const columns: readonly (readonly [what: string, columns: Readonly<Record<string, string>>])[] = [
      ['a status in Title-case', { aml: 'Pass' }],
      ['a status in lower case', { aml: 'pass' }],
      ['a status in upper case', { aml: 'PASS' }],
      ['a status in free wording', { aml: 'Escalated To Level 2' }],
      ['a status that was not run', { aml: '-' }],
      ['a renamed status column', { 'AML Screening': 'Pass' }],
      ['many status columns', { aml: 'Need Review', sanctions_2: 'in progress', ผลการตรวจ: 'อนุมัติ' }],
    ];
    for (const [what, own] of columns) {
      const body = changed(audit.applicant().submission, ({ application }) => {
        application['other_status'] = { ...own, ekyc: 'pass' };
      });
      await audit.send({ what: `a submission with ${what}`, traits: ['custom-status'], body });
    }
    const applicant = audit.applicant();
    await audit.send(plainDelivery(applicant, 'a plain submission'));
    for (const [what, own] of columns) {
      const body = changed(applicant.statusChange, ({ application }) => {
        application['other_status'] = { ...own, ekyc: 'pass' };
      });
      await audit.send({ what: `an update_status with ${what}`, traits: ['custom-status', 'lifecycle'], body });
    }
  },
};

const PAIRS = 3;

const duplicates: AuditCase = {
  name: 'duplicates',
  rules: ['receiver.duplicate.acknowledged', 'receiver.duplicate.processed-once'],
  drive: async (audit) => {
    const traits: readonly SentTrait[] = ['duplicate'];
    const plain = (applicant: Applicant): ReturnType<Audit['send']> =>
      audit.send(plainDelivery(applicant, 'a plain submission'));
    await audit.counting('once', 1, async () => [await plain(audit.applicant())]);
    await audit.counting('apart', 2, async () => {
      const at = audit.setting.clock.now() - SUBMITTED_TOGETHER_MS;
      return [await plain(audit.applicant(at)), await plain(audit.applicant(at))];
    });
    await audit.counting('again', 1, async () => {
      const applicant = audit.applicant();
      const what = 'the same submission under another nounce';
      return [await plain(applicant), await audit.send({ what, traits, body: applicant.submission })];
    });
    await audit.counting('changed', 1, async () => {
      const applicant = audit.applicant();
      const body = changed(applicant.submission, ({ application }) => {
        application['other_status'] = { aml: 'Need Review', ekyc: 'pass' };
      });
      const what = 'the same submission after a status changed';
      const traits: readonly SentTrait[] = ['duplicate', 'custom-status'];
      return [await plain(applicant), await audit.send({ what, traits, body: (header) => reordered(body(header)) })];
    });
    for (let pair = 0; pair < PAIRS; pair += 1) {
      await audit.counting('at-once', 1, () => {
        const { submission: body } = audit.applicant();
        const what = 'a submission, delivered twice at the same time';
        return Promise.all([audit.send({ what, traits, body }), audit.send({ what, traits, body })]);
      });
    }
  },
};

const heardOfBefore: AuditCase = {
  name: 'submissions of known applications',
  rules: ['receiver.duplicate.processed-once'],
  drive: async (audit) => {
    if (audit.setting.probe === undefined) return;
    const applicant = audit.applicant();
    const traits: readonly SentTrait[] = ['out-of-order', 'lifecycle'];
    const early = { traits, body: applicant.earlyStatusChange, isFirst: true } as const;
    await audit.send({ what: 'an update_status before its submission', ...early });
    await audit.counting('after-lifecycle', 1, async () => [
      await audit.send({ what: 'the submission after it', traits, body: applicant.submission }),
    ]);
  },
};

const outOfOrder: AuditCase = {
  name: 'events out of order',
  // A drop_off is a first event: who refuses it may refuse anything out of order.
  rules: ['receiver.out-of-order.accepted', 'receiver.lifecycle.accepted'],
  drive: async (audit) => {
    const early = audit.applicant();
    const traits: readonly SentTrait[] = ['out-of-order', 'lifecycle'];
    const first = { traits, body: early.earlyStatusChange, isFirst: true } as const;
    await audit.send({ what: 'an update_status before its submission', ...first });
    await audit.send({ what: 'the submission after it', traits, body: early.submission });
    const late = audit.applicant();
    await audit.send(plainDelivery(late, 'a plain submission'));
    const body = (header: DeliveryHeader): AuditBody =>
      late.statusChange({ ...header, createdAt: anHourBefore(header) });
    await audit.send({ what: 'an older update_status after a newer submission', traits, body });
  },
};

const MEGABYTE = 1_000_000;
/** Steps to the largest size, to locate a limit. */
const SIZES = [150_000, 2 * MEGABYTE, 16 * MEGABYTE];

/** Sends growing deliveries, up to the first that is not acknowledged. */
export function largeBodies(maxBodyBytes: number): AuditCase {
  const sizes = [...SIZES.filter((size) => size < maxBodyBytes), maxBodyBytes];
  return {
    name: 'large bodies',
    rules: ['receiver.large-body.accepted', 'receiver.within-30s', 'receiver.survives'],
    drive: async (audit) => {
      for (const size of sizes) {
        const applicant = audit.applicant();
        const { response } = await audit.send({
          what: `a submission of ${inMegabytes(size)}`,
          traits: ['large'],
          body: (header) => largeBody(applicant, header, size),
        });
        if (response === undefined || response.status < 200 || response.status > 299) return;
      }
      await burst(audit);
    },
  };
}

/** Submissions that arrive together: what a large body has cost shows now. */
const BURST = 8;

async function burst(audit: Audit): Promise<void> {
  const what = `a plain submission, one of ${BURST} at the same time`;
  await Promise.all(Array.from({ length: BURST }, () => audit.attempt(plainDelivery(audit.applicant(), what, 'end'))));
}

const malformed: AuditCase = {
  name: 'malformed bodies',
  rules: ['receiver.refuses-malformed'],
  drive: async (audit) => {
    const bodies: readonly (readonly [what: string, make: (whole: string) => string])[] = [
      ['half a document', (whole) => whole.slice(0, whole.length / 2)],
      ['a text that is not JSON', () => 'submit_form'],
      ['an empty body', () => ''],
    ];
    for (const [what, make] of bodies) {
      const { submission } = audit.applicant();
      await audit.attempt({ what, malformed: true, body: (header) => make(JSON.stringify(submission(header))) });
      await audit.send(plainDelivery(audit.applicant(), 'a plain submission, after that'));
    }
  },
};

/** Cases after the first plain delivery. Those that may crash a receiver come last. */
export function auditCases(maxBodyBytes: number): readonly AuditCase[] {
  return [
    secrets,
    lifecycle,
    unknownTypes,
    sparse,
    unknownFields,
    customStatuses,
    duplicates,
    heardOfBefore,
    outOfOrder,
    largeBodies(maxBodyBytes),
    malformed,
  ];
}

const NEVER = '1970-01-01T00:00:00.000+00:00';
const SUBMITTED_TOGETHER_MS = 5000;

function reordered(body: AuditBody): AuditBody {
  const { event, application, answers = {}, extra = {} } = body;
  return { extra, answers, application: Object.fromEntries(Object.entries(application).toReversed()), event };
}

function anHourBefore({ createdAt }: DeliveryHeader): string {
  return new Date(Date.parse(createdAt) - 3_600_000).toISOString().replace('Z', '+00:00');
}

function inMegabytes(bytes: number): string {
  return `${Number((bytes / MEGABYTE).toPrecision(3))} MB`;
}
