import type { ProofDefinition } from '#prove/runner/proof.ts'
import { restartsBehindHaproxy, restartsBehindNginx } from './rolling-restarts.ts'
import { varnishReads } from './varnish-reads.ts'

export const fleetProxies: ProofDefinition = {
  name: 'fleet-proxies',
  title: 'Two nodes behind proxies',
  about:
    'Two nodes on one database behind the nginx, HAProxy and Varnish of the system, with the configurations of deploy/ in which ports, paths and TLS alone are replaced. ' +
    'Wrong are a page or an order that fails, an order that is lost or doubled, and a page that is older than its request. ' +
    'A proxy that is not installed is not tried, and the table says so. npm test tries the configurations, but not these loads.',
  steps: [restartsBehindHaproxy, restartsBehindNginx, varnishReads],
  mutants: [
    {
      guard: 'a node that stops answers what it was sent',
      step: 'haproxy',
      file: 'platform/processes/shutdown.ts',
      from: "if (mode === 'drain') await closers.drain?.(drainCut.signal)",
      to: "if (mode === 'drain') process.exit()",
    },
    {
      guard: 'a change removes the cached pages that show it',
      step: 'varnish',
      file: 'platform/page-cache/page-cache.ts',
      from: 'for (const key of keysByTag.get(cacheTag) ?? []) remove(key)',
      to: 'for (const key of keysByTag.get(cacheTag) ?? []) void key',
    },
  ],
}
