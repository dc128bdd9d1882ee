import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../..', 'deploy/nginx/restart-nodes.sh')
const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-restart-'))
/** Saves the current configuration instead of restarting. */
const restartScript = join(folder, 'restart.sh')
const duringRestart = join(folder, 'during-restart.conf')
writeFileSync(restartScript, `cp "$NGINX_CONF" ${duringRestart}\n`)
const readyNode = createServer((_request, response) => response.end())
const otherNode = createServer((_request, response) => response.writeHead(isOtherReady ? 200 : 503).end())
let isOtherReady = true
const addressOf = (node: typeof readyNode) => `127.0.0.1:${(node.address() as AddressInfo).port}`

beforeAll(async () => {
  for (const node of [readyNode, otherNode]) await once(node.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const node of [readyNode, otherNode]) node.close()
  rmSync(folder, { recursive: true })
})

async function restart(state = '') {
  const conf = join(folder, 'nodes.conf')
  const lines = [
    `  server ${addressOf(readyNode)} max_fails=0;`,
    `  server ${addressOf(otherNode)} max_fails=0${state};`,
  ]
  writeFileSync(conf, `upstream shop {\n${lines.join('\n')}\n}\n`)
  const env = {
    ...process.env,
    NGINX_CONF: conf,
    NGINX_RELOAD: 'true',
    NODE_RESTART: `sh ${restartScript}`,
    SETTLE_SECONDS: '0',
  }
  const run = promisify(execFile)('sh', [SCRIPT, addressOf(readyNode)], { env })
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string })
  return { stdout, stderr, isUnchanged: readFileSync(conf, 'utf8').trim().split('\n')[1] === lines[0] }
}

test('FLEET-22 a node behind nginx is taken out, restarted and put back while another one is ready', async () => {
  expect(await restart()).toEqual({
    stdout: `${addressOf(readyNode)} is back.\n`,
    stderr: '',
    isUnchanged: true,
  })
  expect(readFileSync(duringRestart, 'utf8')).toContain(`server ${addressOf(readyNode)} max_fails=0 down;`)
})

test('FLEET-22 no node behind nginx is restarted while no other one in use is ready', async () => {
  const refusal = {
    stdout: '',
    stderr: `${addressOf(readyNode)} is not restarted: no other node in use is ready. Start one of the others first.\n`,
    isUnchanged: true,
  }
  expect(await restart(' down')).toEqual(refusal)
  isOtherReady = false
  expect(await restart()).toEqual(refusal)
})
