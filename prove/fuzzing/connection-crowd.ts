import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** Runs in a separate thread, so that its work does not delay the measurements. */
export type ConnectionCrowd = {
  url: string
  count: number
  /** How long the responses stay unread; null reads them at once. */
  unreadMs: number | null
}

/** Below the limit of open responses per address, so that none is refused. */
const CONNECTIONS_PER_ADDRESS = 100

const { url, count, unreadMs } = workerData as ConnectionCrowd
const { hostname, port, host } = new URL(url)
const sockets = Array.from({ length: count }, (_, index) => {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const address = `203.0.113.${Math.floor(index / CONNECTIONS_PER_ADDRESS) + 1}`
  socket.write(
    `GET /products HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n\r\n`,
  )
  return socket
})
if (unreadMs === null) {
  for (const socket of sockets) socket.resume()
  await Promise.all(sockets.map((socket) => once(socket, 'close')))
} else {
  for (const socket of sockets) socket.pause()
  await pause(unreadMs)
  for (const socket of sockets) socket.destroy()
}
