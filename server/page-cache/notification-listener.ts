/** What is needed of a connection that listens; pg's Client has it, and a test its own. */
export type NotificationListener = {
  connect(): Promise<unknown>
  query(statement: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  on(event: 'notification', hear: (message: { channel: string; payload?: string }) => void): unknown
  on(event: 'end' | 'error', lose: () => void): unknown
  end(): Promise<void>
}
