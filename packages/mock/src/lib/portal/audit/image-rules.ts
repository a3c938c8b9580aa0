import { SIGNED_IMAGE_LIFETIME_SECONDS } from '@idvkit/schema';

import type { LoggedDelivery } from '../../service/deliveries/delivery-log.ts';
import { buildEkyc } from '../../service/payload/ekyc.ts';
import { toImageName } from '../../service/signed-image/signed-image-url.ts';
import { applicationOf, formOf, type Workspace } from '../../state/workspace.ts';
import type { ClientFinding, ClientHistory, ClientRule } from './client-rule.ts';

/** When the images of the last delivery that the client took expire; undefined where it took none. */
function expiryOf(deliveries: readonly LoggedDelivery[]): number | undefined {
  const taken = deliveries
    .flatMap(({ attempts }) => attempts)
    .filter(({ outcome }) => outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    .map(({ createdAt }) => Math.floor(Date.parse(createdAt) / 1000) + SIGNED_IMAGE_LIFETIME_SECONDS);
  return taken.length === 0 ? undefined : Math.max(...taken) * 1000;
}

function imagesOf(workspace: Workspace, slug: string): ReadonlySet<string> {
  const application = applicationOf(workspace, slug);
  const form = application && formOf(workspace, application.formSlug);
  const names = new Set<string>();
  if (application !== undefined && form !== undefined) {
    buildEkyc(application, form, (image) => {
      names.add(toImageName(image));
      return '';
    });
  }
  return names;
}

/** Submissions whose images are all fetched, or gone, and which of them were not all fetched before. Of others, nothing is known yet. */
function missed({ deliveries, calls, workspace, now }: ClientHistory): {
  readonly judged: number;
  readonly findings: readonly ClientFinding[];
} {
  const fetched = Map.groupBy(
    calls.filter(({ condition, status }) => condition === 'image' && status >= 200 && status < 300),
    ({ slug }) => slug,
  );
  const findings: ClientFinding[] = [];
  let judged = 0;
  const submissions = deliveries.filter(({ type }) => type === 'submit_form');
  for (const [slug, own] of Map.groupBy(submissions, (delivery) => delivery.slug)) {
    const expiry = expiryOf(own);
    const images = imagesOf(workspace, slug);
    if (expiry === undefined || images.size === 0) continue;
    const names = new Set((fetched.get(slug) ?? []).map(({ trace }) => trace.image));
    const lacking = [...images].filter((name) => !names.has(name)).length;
    if (lacking > 0 && now < expiry) continue;
    judged += 1;
    if (lacking === 0) continue;
    findings.push({
      message: `Did not fetch ${lacking} of ${images.size} images before they expired`,
      calls: [],
      slug,
    });
  }
  return { judged, findings };
}

export const imageRules: readonly ClientRule[] = [
  {
    id: 'client.image.copied-in-time',
    judge: (history) => {
      const calls = history.calls.filter(({ endpoint }) => endpoint === 'image');
      const late = calls.filter(({ condition }) => condition === 'image-expired');
      const message = 'Fetches an image after its URL expired';
      const missing = missed(history);
      return {
        judged: late.length + missing.judged,
        findings: [...late.map(({ id, slug }) => ({ message, calls: [id], slug })), ...missing.findings],
      };
    },
  },
];
