import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

/** PgBouncer with `ignore_startup_parameters=options`: it passes everything on but the options of the start-up message. */
export async function startPooler(connectionString: string) {
  const target = new URL(connectionString)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = new Set<Socket>()
  const state = { dropsOptions: true, dropsSetRole: false }
  const server = createServer((near) => {
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    near.once('data', (startup: Buffer) => {
      far.write(state.dropsOptions ? withoutOptions(startup) : startup)
      near.on('data', (bytes: Buffer) => far.write(state.dropsSetRole ? withoutSetRole(bytes) : bytes))
    })
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const through = (address: string) => {
    const url = new URL(address)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String((server.address() as AddressInfo).port)
    return url.href
  }
  return {
    state,
    /** The same database and user, by way of this one. */
    through,
    cutAll: () => open.forEach((socket) => socket.destroy()),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Length, protocol, then names and values that end with a NUL each, and one NUL more. */
function withoutOptions(startup: Buffer): Buffer {
  const length = startup.readInt32BE(0)
  const words = startup.subarray(8, length - 1).toString('latin1').split('\0').slice(0, -1)
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options')
  const body = Buffer.from(kept.map((word) => `${word}\0`).join('') + '\0', 'latin1')
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(8 + body.length, 0)
  return Buffer.concat([head, body, startup.subarray(length)])
}

/** As long as before, so that the lengths of the messages stay right. */
const withoutSetRole = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/set local role \w+;/g, (found) => ' '.repeat(found.length)), 'latin1')
