/** Says that an operator was able to arrange something and would not: nothing went wrong, and nothing was arranged. */
export class OperatorDeclined extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'OperatorDeclined';
  }
}
