import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg'
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  isTooManyConnections,
  PRIMARY_WAIT_MS,
  type PrimaryHost,
} from './primary-host.server.ts'

const RETRY_INTERVAL_MS = 50

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

type WaitingPoolConfig = Omit<PoolConfig, 'onConnect'> & {
  primary: PrimaryHost | null
  /** While the server takes no more connections. */
  waitsWhenFull: boolean
  connectionStringOf: () => string
  /** The pool waits for it, which its type does not say. */
  onConnect: (client: ClientBase) => Promise<void>
}

/** Waits up to {@link PRIMARY_WAIT_MS} while the server is full or, with several hosts, until one is the primary. */
export class WaitingPool extends Pool {
  readonly #primary: PrimaryHost | null
  readonly #waitsWhenFull: boolean

  /** `connectionStringOf` gets the host that is the primary now; each new connection asks again. */
  constructor({ primary, waitsWhenFull, connectionStringOf, ...config }: WaitingPoolConfig) {
    class PrimaryClient extends Client {
      constructor() {
        super({ ...config, connectionString: connectionStringOf() })
      }
    }
    super({ ...config, Client: PrimaryClient })
    this.#primary = primary
    this.#waitsWhenFull = waitsWhenFull
  }

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
    const giveUpAt = performance.now() + PRIMARY_WAIT_MS
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        const mayWait = this.#primary
          ? isDatabaseUnavailable(error)
          : this.#waitsWhenFull && isTooManyConnections(error)
        if (!mayWait || this.ending) throw error
        if (performance.now() > giveUpAt) throw toUnavailable(error)
        await pause(RETRY_INTERVAL_MS)
        await this.#primary?.find()
      }
    }
  }
}

const toUnavailable = (error: unknown) =>
  error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError('The database takes no more connections at present.', { cause: error })
