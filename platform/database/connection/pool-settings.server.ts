import { LOGIN_ROLES, type PoolName } from './login-roles.server.ts'

export type PoolSettings = {
  connections: number
  /** Kept open while idle: the first page on a new connection takes 25 to 40 ms longer, because nothing is planned yet (ADR-76). */
  keptConnections: number
  role: string
  searchPath: string
  statementSeconds: number
}

export const POOLS: Record<PoolName, PoolSettings> = {
  visitor: {
    connections: 8,
    keptConnections: 3,
    role: LOGIN_ROLES.visitor.roles[0],
    searchPath: 'public',
    statementSeconds: 5,
  },
  acting: {
    connections: 12,
    keptConnections: 4,
    role: LOGIN_ROLES.acting.roles[0],
    searchPath: 'public',
    statementSeconds: 15,
  },
  worker: {
    connections: 4,
    keptConnections: 1,
    role: LOGIN_ROLES.worker.roles[0],
    searchPath: 'public',
    statementSeconds: 30,
  },
  accounts: {
    connections: 6,
    keptConnections: 2,
    role: LOGIN_ROLES.accounts.roles[0],
    searchPath: 'accounts',
    statementSeconds: 10,
  },
}

/** Startup options of a direct connection, or settings of the login of a pooled one. */
export const sessionSettings = ({ role, searchPath, statementSeconds }: PoolSettings) => ({
  role,
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: `${statementSeconds}s`,
  idle_in_transaction_session_timeout: '30s',
  search_path: searchPath,
})
