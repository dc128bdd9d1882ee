/**
 * Something about the database that a person has to settle before the shop can start.
 * Its message is one line that says what is wrong and what to do, and is printed as it stands, without a stack.
 */
export class DatabaseProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseProblem'
  }
}
