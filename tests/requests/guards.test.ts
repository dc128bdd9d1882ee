import { beforeAll, describe, expect, inject, test } from 'vitest'
import { allRoutes, type RouteEntry } from '#web/routes.ts'
import { aCustomer, anAdmin, Visitor } from '../visitor.ts'

/**
 * Every route of the table meets every kind of actor, by HTML, by data and by a submit (§6).
 * The routes come from the table itself: a new one is walked without anybody remembering to.
 */
const url = inject('shopUrl')
const actors = {} as Record<'visitor' | 'customer' | 'admin', Visitor>

beforeAll(async () => {
  actors.visitor = new Visitor(url)
  actors.customer = await aCustomer(url)
  actors.admin = await anAdmin(url)
})

const SAMPLE: Record<string, string> = { ':slug': 'wayanad-forest-honey', ':id': '00000000-0000-4000-8000-000000000000', '*': 'nowhere' }
const pathOf = ({ path }: RouteEntry) => path.replace(/:\w+|\*/g, (part) => SAMPLE[part]!).replace(/^(?!\/)/, '/')

/** An administrator is a customer as well when they shop; a customer is never an administrator. */
const mayEnter = (access: RouteEntry['access'], actor: keyof typeof actors) =>
  access === 'public' || (access === 'customer' ? actor !== 'visitor' : actor === 'admin')

const door = (access: RouteEntry['access']) => (access === 'admin' ? '/admin' : '/login')

describe.each(allRoutes)('§6 $path', (entry) => {
  test.each(['visitor', 'customer', 'admin'] as const)('as %s', async (actor) => {
    const path = pathOf(entry)
    const page = await actors[actor].fetch(path)
    const data = await actors[actor].page(path)
    if (mayEnter(entry.access, actor)) {
      expect(page.status, 'the page').toBeOneOf([200, 302, 404])
      expect(page.headers.get('location') ?? '', 'not turned away').not.toBe(entry.access === 'admin' ? '/admin' : `/login`)
    } else {
      expect(page.status, 'the page').toBe(302)
      expect(page.headers.get('location'), 'the page').toMatch(new RegExp(`^${door(entry.access)}($|\\?)`))
      expect(data.redirect?.to, 'its data').toMatch(new RegExp(`^${door(entry.access)}($|\\?)`))
      expect(data.loaderData, 'its data').toBeUndefined()
      const submit = await actors[actor].post(path, { intent: 'move' })
      expect(submit.status, 'a submit').toBe(302)
      expect(submit.headers.get('location'), 'a submit').toMatch(new RegExp(`^${door(entry.access)}($|\\?)`))
    }
    if (entry.access !== 'public') expect(page.headers.get('cache-control')).toBe('no-store')
  })
})

test('§6 the server half of every route agrees with the route table', async () => {
  const { handlers } = await import('#web/routes.server.ts')
  for (const entry of allRoutes) {
    const half = handlers[entry.id as keyof typeof handlers]
    expect(Boolean(half.loader), `${entry.id} loader`).toBe(Boolean(entry.loader))
    expect(Boolean(half.action), `${entry.id} action`).toBe(Boolean(entry.action))
  }
})

test('§6 a write from another site’s page is refused', async () => {
  const answer = await actors.customer.fetch('/profile', {
    method: 'POST',
    body: new URLSearchParams({ full_name: 'Mallory' }),
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
  expect(await actors.customer.html('/profile')).not.toContain('Mallory')
})
