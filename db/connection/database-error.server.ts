/**
 * Something about the database that a person has to settle before the shop can start.
 * Its message is one line that says what is wrong and what to do, and is printed as it stands, without a stack.
 */
export class DatabaseStartupError extends Error {
  /** 'in-use': another shop holds the data, which may answer in a moment or be gone. */
  readonly code: 'in-use' | undefined

  constructor(message: string, { code, ...options }: ErrorOptions & { code?: 'in-use' } = {}) {
    super(message, options)
    this.name = 'DatabaseProblem'
    this.code = code
  }
}
