/** The options of `idv-analyze` as they were typed. */
export interface AnalyzeOptions {
  readonly json?: true | undefined;
  readonly html?: string | undefined;
  readonly top: number;
  readonly profile?: string | undefined;
  readonly lines?: true | undefined;
  readonly follow?: true | undefined;
  readonly hits: readonly string[];
  readonly index?: string | undefined;
  readonly hit?: number | undefined;
  readonly where?: string | undefined;
  readonly reveal?: true | undefined;
}
