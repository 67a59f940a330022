/**
 * A JSON number as written in the source: 1.10 is not 1.1. The body parser makes them,
 * the model reads them.
 */
export class NumberLiteral {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }
}
