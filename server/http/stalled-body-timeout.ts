import type { IncomingMessage } from 'node:http'

/** While a body is on its way, so much of it has to come in each so many milliseconds: less than the slowest line brings. */
export type Pace = { bytes: number; milliseconds: number }
export const BODY_PACE: Pace = { bytes: 16 * 1024, milliseconds: 30_000 }

/**
 * Cuts the connection of a request whose sender has gone quiet in the middle of its body. A picture over a slow line takes
 * minutes and is let through; so is one that waits here for its turn to be read, which is no fault of its sender.
 */
export function cutStalledBody(request: IncomingMessage, { bytes, milliseconds }: Pace = BODY_PACE) {
  const { socket, headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || request.complete) return
  let seen = socket.bytesRead
  const look = () => {
    const came = socket.bytesRead - seen
    seen += came
    if (request.complete) clearInterval(watch)
    else if (came < bytes && request.readableLength === 0) socket.destroy()
  }
  const watch = setInterval(look, milliseconds)
  watch.unref()
  request.once('close', () => clearInterval(watch))
}
