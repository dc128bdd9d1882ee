import type { IncomingMessage } from 'node:http'

/** Minimum rate: `bytes` in each interval of `milliseconds`. */
export type BodyRate = { bytes: number; milliseconds: number }
export const MIN_BODY_RATE: BodyRate = { bytes: 16 * 1024, milliseconds: 30_000 }

/** Closes the connection if its body stalls; accepts slow connections, and bodies that the server has not read yet. */
export function closeStalledBody(
  request: IncomingMessage,
  { bytes, milliseconds }: BodyRate = MIN_BODY_RATE,
) {
  const { socket, headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || request.complete) return
  let bytesBefore = socket.bytesRead
  const checkProgress = () => {
    const received = socket.bytesRead - bytesBefore
    bytesBefore += received
    if (request.complete) clearInterval(interval)
    else if (received < bytes && request.readableLength === 0) socket.destroy()
  }
  const interval = setInterval(checkProgress, milliseconds)
  interval.unref()
  request.once('close', () => clearInterval(interval))
}
