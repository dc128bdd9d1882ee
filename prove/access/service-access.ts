import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AVOIDED_ALLERGENS_PATH } from '#features/catalogue/labels/avoided-allergens.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { ACTORS, ADMIN_ROLES, ALLOWED_ROUTES, getAccessScenario } from './access-actors.ts'
import { SERVICE_ENDPOINTS, SERVICE_PATHS } from './access-expectations.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROUTE = /^\s*(?:app|routes)\.(get|post|put|patch|delete|all|on)\(([^,)]+)/gm

export const serviceAccess: ProofStep = {
  name: 'services',
  scenario: 'each HTTP service: listed with an expectation, and answered according to the actor',
  async runProof(proofContext, checks) {
    const files = globSync('{app,features,kit,platform}/**/*.ts', { cwd: ROOT }).filter(
      (name) => !name.includes('.test.'),
    )
    for (const file of Object.keys(SERVICE_ENDPOINTS))
      checks.expect(files.includes(file), () => `${file} does not exist`)
    for (const file of files) {
      const found = [...readFileSync(join(ROOT, file), 'utf8').matchAll(ROUTE)].map(
        ([, verb, path]) => `${verb} ${path!.trim()}`,
      )
      const { named, tried } = SERVICE_ENDPOINTS[file] ?? { named: [], tried: [] }
      checks.expect(
        toShortJson(found) === toShortJson(named),
        () => `${file} answers ${toShortJson(found)}, expected ${toShortJson(named)}`,
      )
      const untried = named
        .flatMap((service) => /'(\/[^:'*]+)'/.exec(service)?.[1] ?? [])
        .filter((path) => !tried.includes(path))
      checks.expect(
        untried.length === 0 && tried.length >= Math.sign(named.length),
        () => `${file} is nowhere tried at ${untried.join(', ')}`,
      )
    }
    const { as, url, others } = await getAccessScenario(proofContext)
    for (const actor of ACTORS) {
      const isSignedIn = ALLOWED_ROUTES[actor].includes('customer')
      const events = await as(actor).fetch('/admin/events')
      void events.body?.cancel()
      checks.expect(
        events.status === (ADMIN_ROLES[actor] ? 200 : 401),
        () => `${actor} at the events of orders: ${events.status}`,
      )
      const session = (await (await as(actor).fetch('/api/session')).json()) as {
        user: { email: string } | null
      }
      checks.expect(
        Boolean(session.user) === isSignedIn && session.user?.email !== others.email,
        () => `${actor}: session ${toShortJson(session)}`,
      )
      const renewed = await as(actor).send('/api/session', {})
      checks.expect(renewed.status === (isSignedIn ? 200 : 401), () => `${actor} renewed: ${renewed.status}`)
      const foreign = await as(actor).fetch('/api/session', {
        method: 'DELETE',
        headers: { origin: 'https://elsewhere.example' },
      })
      checks.expect(foreign.status === 403, () => `${actor} signed out by another site: ${foreign.status}`)
      const keyless = await as(actor).fetch('/functions/v1/send-order-email', {
        method: 'POST',
        body: JSON.stringify({ orderId: others.order }),
      })
      checks.expect(keyless.status === 401, () => `${actor} without the public key: ${keyless.status}`)
      for (const path of SERVICE_PATHS) {
        for (const method of ['PUT', 'PATCH', ...(path === '/api/session' ? [] : ['DELETE'])]) {
          const response = await as(actor).fetch(path, { method, headers: { origin: url } })
          // Writes the signed-in user's list, and refuses an empty body.
          const expected = method === 'PUT' && path === AVOIDED_ALLERGENS_PATH ? [400, 401] : [405]
          checks.expect(
            expected.includes(response.status),
            () => `${actor}: ${method} ${path}: ${response.status}`,
          )
        }
      }
    }
    return `${Object.values(SERVICE_ENDPOINTS).flatMap(({ named }) => named).length} services`
  },
}
