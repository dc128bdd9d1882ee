import type { AdministratorRole } from '#shop/administrator-role.ts'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { allRoutes } from '#app/all-routes.ts'
import { ROUTE_ACCESS, ROUTE_ROLES } from './access-expectations.ts'
import {
  getAccessScenario,
  ACTORS,
  ADMIN_ROLES,
  ALLOWED_ROUTES,
  formRequest,
  randomId,
  readResponseAs,
  readStateHash,
  type ActorName,
  type AccessScenario,
} from './access-actors.ts'
import { accessMutants } from './access-mutants.ts'
import { databasePrivileges } from './database-privileges.ts'
import { serviceAccess } from './service-access.ts'
import { pictureAccess } from './picture-access.ts'
import { connectionPooler, poolerMutant } from './connection-pooler.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { CONTENT_PAGES } from '#features/content/content-pages.ts'
import { INTENTS, type Intent, type FormSubmission } from '#prove/runner/form-fields.ts'
import type { ProofDefinition, ProofStep, CheckCounter } from '#prove/runner/proof.ts'

const isClosedToRole = ({ id }: RouteDefinition, actor: ActorName): boolean => {
  const role = ADMIN_ROLES[actor]
  const roles = ROUTE_ROLES[id as keyof typeof ROUTE_ROLES] as readonly AdministratorRole[] | undefined
  return role !== undefined && roles !== undefined && !roles.includes(role)
}
/** Where sign-in and registration pages redirect signed-in users; null for other pages. */
function signedInPath(id: string, actor: ActorName): string | null {
  const role = ADMIN_ROLES[actor]
  if (id === 'admin-login' && role) return role === 'packer' ? '/admin/orders' : '/admin/dashboard'
  const isCustomer = ALLOWED_ROUTES[actor].includes('customer')
  return (id === 'login' || id === 'register') && isCustomer ? '/' : null
}
const pathOf = ({ id, path }: RouteDefinition, { others, ids, onSale }: AccessScenario) =>
  path
    .replace(':slug', `product-${onSale.id}`)
    .replace(':id', id === 'admin-customer' ? ids.other : others.order)
    .replace(':page', CONTENT_PAGES[0]!)
    .replace('*', 'nowhere')
    .replace(/^(?!\/)/, '/')

function signInRedirect(entry: RouteDefinition, path: string, actor: ActorName, isWrite = false): string {
  if (ROUTE_ACCESS[entry.id as keyof typeof ROUTE_ACCESS] === 'admin') {
    // The shop does not know whose session has ended.
    const hasEnded = actor.startsWith('expired')
    return `/admin?${new URLSearchParams({ ...(hasEnded && { notice: 'admin-session-ended' }), return: path })}`
  }
  return `/login?${new URLSearchParams({ notice: path === '/checkout' ? 'sign-in-to-checkout' : isWrite ? 'session-ended-unsaved' : 'sign-in', return: path })}`
}

const routes: ProofStep = {
  name: 'routes',
  scenario: `every route, as a page, as data and as a submit of each of ${INTENTS.length} intents (2 below a scale of 0.05), x ${ACTORS.join(', ')}`,
  async runProof(proofContext, checks) {
    const accessScenario = await getAccessScenario(proofContext)
    for (const { id } of allRoutes)
      checks.expect(id in ROUTE_ACCESS, () => `${id} has no expectation: say who may open it`)
    const before = await readStateHash(accessScenario.db)
    const intents =
      proofContext.scale < 0.05
        ? INTENTS.filter((intent) => intent === 'move' || intent === 'stock')
        : INTENTS
    const routesFor = (actor: ActorName) =>
      allRoutes.filter(
        ({ access: kind }) => proofContext.scale >= 0.05 || kind !== 'public' || actor === 'visitor',
      )
    for (const actor of ACTORS)
      await runConcurrently(4, routesFor(actor), (entry: RouteDefinition) =>
        checkRoute(entry, { actor, intents, accessScenario, checks }),
      )
    const after = await readStateHash(accessScenario.db)
    checks.expect(
      before === after,
      () =>
        `something was changed: ${before
          .split('\n')
          .filter((line) => !after.includes(line))
          .join(', ')}`,
    )
    return `${allRoutes.length} routes`
  },
}

type RouteCheck = {
  actor: ActorName
  intents: readonly Intent[]
  accessScenario: AccessScenario
  checks: CheckCounter
}

async function checkRoute(entry: RouteDefinition, { actor, intents, accessScenario, checks }: RouteCheck) {
  const { as, others, url, onSale } = accessScenario
  const path = pathOf(entry, accessScenario)
  const access = ROUTE_ACCESS[entry.id as keyof typeof ROUTE_ACCESS]
  const isOpen = ALLOWED_ROUTES[actor].includes(access)
  const data = `/_data?u=${encodeURIComponent(path)}`
  const describe = (how: string) => `${actor} at ${path}, ${how}`
  const page = await as(actor).fetch(path)
  const pageData = (await (await as(actor).fetch(data)).json()) as {
    redirect?: { to: string }
    loaderData?: Record<string, unknown>
    errors?: Record<string, { status: number }>
  }
  if (isClosedToRole(entry, actor)) {
    const status = Object.values(pageData.errors ?? {})[0]?.status
    checks.expect(page.status === 403, () => `${describe('page')}: ${page.status}`)
    checks.expect(
      status === 403 && pageData.loaderData?.[entry.id] === undefined,
      () => `${describe('data')}: ${toShortJson(pageData)}`,
    )
  } else if (signedInPath(entry.id, actor)) {
    const to = signedInPath(entry.id, actor)
    checks.expect(
      page.status === 302 && page.headers.get('location') === to && pageData.redirect?.to === to,
      () => `${describe('page')}: ${page.status} ${page.headers.get('location')}`,
    )
  } else if (isOpen) {
    const isThere =
      entry.path !== '*' &&
      entry.path !== '/admin/*' &&
      // Without a product, an alert cannot be sent.
      entry.id !== 'stock-alerts' &&
      !(access === 'customer' && path.includes(others.order))
    checks.expect(page.status === (isThere ? 200 : 404), () => `${describe('page')}: ${page.status}`)
    checks.expect(!pageData.redirect, () => `${describe('data')}: ${toShortJson(pageData)}`)
  } else {
    const redirectPath = signInRedirect(entry, path, actor)
    const received = [
      page.status,
      page.headers.get('location'),
      await page.text(),
      page.headers.get('cache-control'),
    ]
    checks.expect(
      toShortJson(received) === toShortJson([302, redirectPath, '', 'no-store']),
      () => `${describe('page')}: ${toShortJson(received)}, expected ${redirectPath}`,
    )
    checks.expect(
      pageData.redirect?.to === redirectPath && pageData.loaderData === undefined,
      () => `${describe('data')}: ${toShortJson(pageData)}`,
    )
  }
  // Other proofs cover the actions of administrators.
  if (actor === 'administrator' || !entry.action || access === 'public') return
  if (actor === 'manager' && !isClosedToRole(entry, actor)) return
  if (isOpen && entry.id === 'profile') return
  // A packer may take these steps.
  const refusedIntents = intents.filter(
    (intent) => actor !== 'packer' || !['move', 'undo', 'packing-slips'].includes(intent),
  )
  for (const intent of refusedIntents) {
    const fields: FormSubmission = {
      intent,
      order_id: others.order,
      product_id: onSale.id,
      expected_status: 'pending',
      reason: 'Tried',
      change: '5',
      what: 'off',
      is_active: 'off',
      mail_id: '1',
      confirmed: 'on',
    }
    const submit = await as(actor).fetch(path, formRequest(url, fields))
    const dataResponse = (await (await as(actor).fetch(data, formRequest(url, fields))).json()) as {
      redirect?: { to: string }
      actionData?: unknown
    }
    if (isOpen && !isClosedToRole(entry, actor))
      checks.expect(
        submit.status >= 400 && submit.status < 500,
        () => `${describe(intent)}: ${submit.status}`,
      )
    else if (isClosedToRole(entry, actor))
      checks.expect(submit.status === 403, () => `${describe(intent)}: ${submit.status}`)
    else {
      const redirectPath = signInRedirect(entry, path, actor, true)
      checks.expect(
        submit.status === 302 && submit.headers.get('location') === redirectPath,
        () => `${describe(intent)}: ${submit.status} ${submit.headers.get('location')}`,
      )
      checks.expect(
        dataResponse.redirect?.to === redirectPath && dataResponse.actionData === undefined,
        () => `${describe(`${intent} by script`)}: ${toShortJson(dataResponse)}`,
      )
    }
  }
}

const notYours: ProofStep = {
  name: 'data-of-others',
  scenario:
    'data of another customer and data that does not exist give equal status, headers and body: as a page, as data and as a submitted form',
  async runProof(proofContext, checks) {
    const { as, url, others, hidden } = await getAccessScenario(proofContext)
    const key = { apikey: PUBLIC_CLIENT_KEY, 'content-type': 'application/json' }
    const scenario: [string, string, (requestedId: string) => [string, RequestInit?]][] = [
      ['an order', others.order, (id) => [`/profile/orders/${id}`]],
      ['the submit of an order', others.key, (id) => [`/checkout?submitted=${id}`]],
      ['a product off sale', `product-${hidden.id}`, (slug) => [`/products/${slug}`]],
      [
        'cancelling it from the list',
        others.order,
        (id) => ['/profile/orders', formRequest(url, { order_id: id, intent: 'cancel' })],
      ],
      [
        'cancelling it on its page',
        others.order,
        (id) => [`/profile/orders/${id}`, formRequest(url, { intent: 'cancel' })],
      ],
      [
        'a step of the office',
        others.order,
        (id) => [
          '/admin/orders',
          formRequest(url, { order_id: id, intent: 'move', expected_status: 'pending' }),
        ],
      ],
      ['an order of the office', others.order, (id) => [`/admin/orders/${id}`]],
      ['its packing slip', others.order, (id) => [`/admin/orders/slips?id=${id}`]],
      ['a product of the office', hidden.id, (id) => [`/admin/products?edit=${id}`]],
    ]
    for (const actor of ACTORS.filter((name) => ADMIN_ROLES[name] === undefined)) {
      for (const [describe, existing, requestFor] of scenario) {
        const unknown = existing.startsWith('product-') ? `product-${randomId()}` : randomId()
        for (const isData of [false, true]) {
          const responses = await Promise.all(
            [existing, unknown].map((requestedId) => {
              const [path, init] = requestFor(requestedId)
              return readResponseAs(
                as(actor),
                isData ? `/_data?u=${encodeURIComponent(path)}` : path,
                requestedId,
                init,
              )
            }),
          )
          checks.expect(
            responses[0] === responses[1],
            () =>
              `${actor} tells ${describe} from one that never was: ${describeDifference(responses[0]!, responses[1]!)}`,
          )
        }
      }
      const services: [string, string, (requestedId: string) => [string, RequestInit?]][] = [
        ['a cart', hidden.id, (id) => [`/api/cart?ids=${id}`]],
        [
          'a mail',
          others.order,
          (orderId) => [
            '/functions/v1/send-order-email',
            { method: 'POST', headers: key, body: JSON.stringify({ orderId }) },
          ],
        ],
        ['a forgotten password', others.email, (email) => ['/forgot-password', formRequest(url, { email })]],
        [
          'a wrong password',
          others.email,
          (email) => ['/login', formRequest(url, { email, password: 'a-guess-of-somebody' })],
        ],
        [
          'a wrong password of the office',
          others.email,
          (email) => ['/admin', formRequest(url, { email, password: 'a-guess-of-somebody' })],
        ],
      ]
      for (const [describe, existing, requestFor] of actor === 'visitor' || actor === 'customer'
        ? services
        : services.slice(0, 2)) {
        const unknown = existing.includes('@') ? `crowd-${randomId()}@example.com` : randomId()
        const responses = await Promise.all(
          [existing, unknown].map((requestedId) =>
            readResponseAs(as(actor), requestFor(requestedId)[0], requestedId, requestFor(requestedId)[1]),
          ),
        )
        checks.expect(
          responses[0] === responses[1],
          () =>
            `${actor} tells ${describe} from one that never was: ${describeDifference(responses[0]!, responses[1]!)}`,
        )
      }
    }
    return 'nobody can tell them apart'
  },
}

function describeDifference(left: string, right: string) {
  const index = [...left].findIndex((letter, position) => letter !== right[position])
  return `…${left.slice(Math.max(0, index - 40), index + 60)}… and …${right.slice(Math.max(0, index - 40), index + 60)}…`
}

export const access: ProofDefinition = {
  name: 'access',
  title: 'Access',
  about:
    'Every kind of actor requests every route, service, table, procedure and picture; a new one without an expectation fails. ' +
    'Data of others must look exactly like data that does not exist.',
  steps: [routes, notYours, serviceAccess, databasePrivileges, pictureAccess, connectionPooler],
  mutants: [...accessMutants, poolerMutant],
}
