/** One thing that `doctor` looked at. It holds no secret. */
export interface DoctorCheck {
  /** Two words at most: `API token`. */
  readonly about: string;
  /** `note`: not checked, or nothing to check. */
  readonly state: 'ok' | 'failed' | 'note';
  readonly text: string;
  /** Advice, as one sentence. */
  readonly fix?: string;
}
