/** The options of `idv-analyze` as they were typed. */
export interface AnalyzeOptions {
  readonly json?: true | undefined;
  readonly html?: string | undefined;
  readonly top: number;
  readonly profile?: string | undefined;
  readonly lines?: true | undefined;
  readonly merge: readonly string[];
  readonly workers?: number | undefined;
  readonly follow?: true | undefined;
  readonly hits: readonly string[];
  readonly index?: string | undefined;
  readonly hit?: number | undefined;
  readonly where?: string | undefined;
  readonly shape?: true | undefined;
  readonly compareShape?: string | undefined;
  readonly provider?: string | undefined;
  readonly reveal?: true | undefined;
}
