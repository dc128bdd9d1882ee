/** Use-cases insert outbox rows in their own transactions, then wake the worker. */
export type Outbox = {
  /** Never throws and never waits. */
  wake(): void
}
