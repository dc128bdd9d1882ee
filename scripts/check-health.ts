import { connect } from 'node:net'

/** Containers run this: exit code 0 if the shop on this machine can store an order. It needs the shop's `PORT`. */
const HEALTH_PATH = '/readyz'
const TIMEOUT_MS = 4_000

const { PORT = '3000', HOST } = process.env
const isWildcard = !HOST || HOST === '0.0.0.0' || HOST === '::'
const socket = connect({ port: Number(PORT), host: isWildcard ? '127.0.0.1' : HOST })
let answer = ''
socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
socket.on('error', () => {})
socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
socket.on('close', () => {
  process.exitCode = answer.startsWith('HTTP/1.1 200 ') ? 0 : 1
})
socket.write(`GET ${HEALTH_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
