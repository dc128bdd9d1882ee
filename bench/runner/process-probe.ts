import { createServer, Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before the shop (`node --import`) by benchmarks: serves page counts, memory usage and CPU profiles on its own port. */
const SAMPLING_INTERVAL_US = 500
const counts = { pages: 0, servedFromCache: 0 }
const profiler = new Session()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
setFlagsFromString('--no-expose-gc')

const probeServer = createServer((request, response) => void respond(request.url ?? '', response))
probeServer.unref()
probeServer.on('error', () => {})
probeServer.listen(Number(process.env['BENCH_INSIDE_PORT']), '127.0.0.1')

async function respond(url: string, response: ServerResponse) {
  if (url === '/profile/start') {
    profiler.connect()
    await profiler.post('Profiler.enable')
    await profiler.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US })
    await profiler.post('Profiler.start')
    return response.end('{}')
  }
  if (url === '/profile/stop') {
    const { profile } = await profiler.post('Profiler.stop')
    profiler.disconnect()
    return response.end(JSON.stringify(profile))
  }
  if (url === '/memory') {
    collectGarbage()
    return response.end(JSON.stringify(process.memoryUsage()))
  }
  return response.end(JSON.stringify(counts))
}

const isPage = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && !/^\/(api|assets|storage|healthz)/.test(url)

/** Cached pages are written before the event returns; all others take at least one tick. */
const emit = Server.prototype.emit
Server.prototype.emit = function emitCounted(event: string, ...rest: unknown[]) {
  const [request, response] = rest as [IncomingMessage, ServerResponse]
  const isCounted = event === 'request' && this !== probeServer && isPage(request)
  const bytesBefore = isCounted ? request.socket.bytesWritten : 0
  const hasListeners = Reflect.apply(emit, this, [event, ...rest]) as boolean
  if (isCounted) {
    counts.pages += 1
    if (response.writableEnded || request.socket.bytesWritten > bytesBefore) counts.servedFromCache += 1
  }
  return hasListeners
}
