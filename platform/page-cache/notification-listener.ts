/** The methods of pg's Client that are used; tests provide their own. */
export type NotificationListener = {
  connect(): Promise<unknown>
  /** With a name, each connection plans it once. */
  query(
    statement: string | { name: string; text: string },
    values?: unknown[],
  ): Promise<{ rows: Record<string, unknown>[] }>
  on(event: 'notification', hear: (message: { channel: string; payload?: string }) => void): unknown
  on(event: 'end' | 'error', lose: () => void): unknown
  end(): Promise<void>
}
