/** The queue of mails as the use-cases see it: rows are written in their own transactions, then it is woken. */
export type Outbox = {
  /** Tells the worker that a row may be waiting; never fails and never waits. */
  wake(): void
}
