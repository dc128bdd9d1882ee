import type { IncomingMessage } from 'node:http'

/** While a body is on its way, so much of it has to come in each so many milliseconds: less than the slowest line brings. */
export type BodyRate = { bytes: number; milliseconds: number }
export const MIN_BODY_RATE: BodyRate = { bytes: 16 * 1024, milliseconds: 30_000 }

/**
 * Cuts the connection of a request whose sender has gone quiet in the middle of its body. A picture over a slow line takes
 * minutes and is let through; so is one that waits here for its turn to be read, which is no fault of its sender.
 */
export function closeStalledBody(request: IncomingMessage, { bytes, milliseconds }: BodyRate = MIN_BODY_RATE) {
  const { socket, headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || request.complete) return
  let seen = socket.bytesRead
  const checkProgress = () => {
    const received = socket.bytesRead - seen
    seen += received
    if (request.complete) clearInterval(watch)
    else if (received < bytes && request.readableLength === 0) socket.destroy()
  }
  const watch = setInterval(checkProgress, milliseconds)
  watch.unref()
  request.once('close', () => clearInterval(watch))
}
