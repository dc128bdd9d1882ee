/** Use cases insert outbox rows in their own transactions, then wake the worker. */
export type Outbox = {
  /** Notifies the worker; never throws and never waits. */
  wake(): void
}
