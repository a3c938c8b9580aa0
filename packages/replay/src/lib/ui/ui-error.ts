/** A request that cannot be answered as asked. The message is for the page, and holds no value of a body. */
export class UiError extends Error {
  override readonly name = 'UiError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
