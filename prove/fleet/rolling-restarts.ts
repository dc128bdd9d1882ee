import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import {
  isInstalled,
  startHaproxy,
  startNginx,
  WITHOUT_TLS,
  type RunningProxy,
} from '#tests/fixtures/proxies/deployed-proxies.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'
import { startFleet, type FleetNode } from './fleet-nodes.ts'
import { startShopperLoad } from './shopper-load.ts'

const RESTART_SCRIPT = join(import.meta.dirname, '../../deploy/nginx/restart-nodes.sh')
const PAUSE_BETWEEN_NODES_MS = 4_000
const REQUESTS = 5_000

const restartInTurn = async (nodes: readonly FleetNode[]) => {
  for (const node of nodes) {
    await node.restart()
    await pause(PAUSE_BETWEEN_NODES_MS)
  }
}

export const restartsBehindHaproxy: ProofStep = {
  name: 'haproxy',
  scenario:
    'two nodes behind HAProxy with deploy/haproxy, restarted one after the other 4 s apart, as after a migration, under a load of pages and orders: no request fails, no order is lost or doubled',
  runProof: (proofContext, checks) =>
    restartUnderLoad(proofContext, checks, {
      program: 'haproxy',
      start: (options) => startHaproxy({ ...options, replace: WITHOUT_TLS.haproxy }),
      restart: (_proxy, nodes) => restartInTurn(nodes),
    }),
}

export const restartsBehindNginx: ProofStep = {
  name: 'nginx',
  scenario:
    'the same behind nginx with deploy/nginx, restarted by its restart-nodes.sh: no request fails, no order is lost or doubled',
  runProof: (proofContext, checks) =>
    restartUnderLoad(proofContext, checks, {
      program: 'nginx',
      start: (options) => startNginx({ ...options, replace: WITHOUT_TLS.nginx }),
      restart: restartByScript,
    }),
}

type Behind = {
  program: string
  start(options: { nodes: number[]; port: number }): Promise<RunningProxy>
  restart(proxy: RunningProxy, nodes: readonly FleetNode[]): Promise<void>
}

async function restartUnderLoad(proofContext: ProofContext, checks: CheckCounter, behind: Behind) {
  if (!isInstalled(behind.program)) {
    checks.add(1)
    return `not run, because ${behind.program} is not installed`
  }
  const { publicUrl, publicPort, database, nodes, stop } = await startFleet(proofContext)
  const proxy = await behind.start({ nodes: nodes.map(({ port }) => port), port: publicPort })
  const db = connectToShopDatabase(database.dataDir)
  try {
    const load = await startShopperLoad({ url: publicUrl, dataDir: database.dataDir, db })
    const requests = proofContext.times(REQUESTS, 500)
    let restarts = 0
    while (restarts === 0 || load.requests() < requests) {
      // The first node to start applies triggers, procedures and policies under this load, as after a
      // migration.
      await db.query(`update ninth_bend.definitions set sha256 = ''`)
      await behind.restart(proxy, nodes)
      restarts += nodes.length
    }
    const { failures, orders, pages: requested } = await load.finish()
    checks.add(requested + orders.length, failures)
    const stored = await db.query<{ id: string }>('select id from orders')
    const ids = new Set(stored.map(({ id }) => id))
    for (const id of orders) checks.expect(ids.has(id), () => `the order ${id} is not there`)
    checks.expect(ids.size === orders.length, () => `${ids.size} orders, but ${orders.length} were confirmed`)
    return `${requested} pages, ${orders.length} orders, ${restarts} restarts`
  } finally {
    await db.close()
    await proxy.stop()
    await stop()
  }
}

/** Runs the script as an operator would; instead of `ssh`, a file asks this process to restart the node and waits. */
async function restartByScript({ folder }: RunningProxy, nodes: readonly FleetNode[]) {
  const restart = join(folder, 'restart.sh')
  writeFileSync(restart, '#!/bin/sh\ntouch "$0.$2"\nwhile [ -e "$0.$2" ]; do sleep 0.1; done\n', {
    mode: 0o755,
  })
  const env = {
    ...process.env,
    PATH: `${process.env['PATH']}:/usr/sbin`,
    NGINX_CONF: join(folder, 'ninth-bend.conf'),
    NGINX_RELOAD: `nginx -c ${join(folder, 'nginx.conf')} -p ${folder} -s reload`,
    NODE_RESTART: restart,
  }
  const state = { isOver: false }
  const script = promisify(execFile)(RESTART_SCRIPT, { env }).finally(() => (state.isOver = true))
  while (!state.isOver) {
    for (const node of nodes) {
      if (!existsSync(`${restart}.${node.port}`)) continue
      await node.restart()
      rmSync(`${restart}.${node.port}`)
    }
    await pause(50)
  }
  await script
}
