import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { DatabaseUnavailableError, isTooManyConnections } from './database-unavailable.server.ts'

const MAX_WAIT_MS = 5_000
const RETRY_INTERVAL_MS = 50

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Waits up to {@link MAX_WAIT_MS} while the server accepts no more connections. */
export class WaitingPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!callback) return this.#connectWaiting()
    this.#connectWaiting().then(
      (client) =>
        callback(undefined, client, (release) => client.release(release as Error | boolean | undefined)),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  async #connectWaiting(): Promise<PoolClient> {
    const giveUpAt = performance.now() + MAX_WAIT_MS
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isTooManyConnections(error) || this.ending) throw error
        if (performance.now() > giveUpAt)
          throw new DatabaseUnavailableError('The database takes no more connections at present.', {
            cause: error,
          })
        await pause(RETRY_INTERVAL_MS)
      }
    }
  }
}
