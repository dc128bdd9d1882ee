import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string }
type Raw = { method?: string; path?: string; headers?: Record<string, string>; body?: string | Buffer; version?: string }

const ANSWERS_WITHIN_MILLISECONDS = 10_000

/** A request byte for byte as it is written here, which no client library would send; status 0 where the line was cut without a word. */
export const rawRequest = (url: string, raw: Raw): Promise<RawAnswer> => sendRaw(url, raw).answer

/** The same in two steps: `written` when the system has taken all of it, `answer` when the line is closed. */
export function sendRaw(url: string, { method = 'GET', path = '/', headers = {}, body = '', version = 'HTTP/1.1' }: Raw) {
  const { hostname, port, host } = new URL(url)
  const all: Record<string, string> = { host, connection: 'close', ...headers }
  if (body.length > 0 && !('content-length' in all) && !('transfer-encoding' in all)) all['content-length'] = String(Buffer.byteLength(body))
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const socket = connect(Number(port), hostname)
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    const received: Buffer[] = []
    socket.setTimeout(ANSWERS_WITHIN_MILLISECONDS, () => socket.destroy(new Error(`No answer to ${method} ${path.slice(0, 80)}`)))
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('close', () => resolve(parse(Buffer.concat(received).toString('latin1'))))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has said no need not listen to the rest.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
  const bytes = Buffer.concat([Buffer.from(`${method} ${path} ${version}\r\n${head}\r\n`, 'latin1'), Buffer.from(body)])
  return { answer, written: new Promise<void>((resolve) => socket.write(bytes, () => resolve())) }
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const header of lines) headers.append(header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1).trim())
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}
