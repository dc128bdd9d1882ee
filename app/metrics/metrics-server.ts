import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { StartupError } from '#platform/processes/startup-error.ts'
import { METRICS_PATH, type createMetricsAnswer } from './metrics-response.ts'

const TIMEOUT_MS = 15_000

/** If the port is in use, the start ends with one line. */
export async function listenForMetrics(
  { port, host }: { port: number; host: string },
  answer: ReturnType<typeof createMetricsAnswer>,
  log: Pick<Logger, 'warn'>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS },
    (request, response) => {
      const path = request.url?.split('?')[0]
      if (path !== METRICS_PATH || (request.method !== 'GET' && request.method !== 'HEAD'))
        return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Only /metrics is here.\n')
      return void answer(request.headers.authorization).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        (error: unknown) => {
          log.warn({ error }, 'The metrics could not be read.')
          response.writeHead(500).end()
        },
      )
    },
  )
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new StartupError(
      `METRICS_PORT ${port} cannot be used on ${host} (${error.message}). Choose another.`,
    )
  })
  const { port: boundPort } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}${METRICS_PATH}`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
