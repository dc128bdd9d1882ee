/** A problem that the operator must solve before the shop can start. The message is one line, printed without a stack. */
export class DatabaseStartupError extends Error {
  /** Another process holds the data directory, possibly only for a moment. */
  readonly code: 'in-use' | undefined

  constructor(message: string, { code, ...options }: ErrorOptions & { code?: 'in-use' } = {}) {
    super(message, options)
    this.name = 'DatabaseStartupError'
    this.code = code
  }
}
