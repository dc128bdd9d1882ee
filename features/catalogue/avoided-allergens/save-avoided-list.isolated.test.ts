import { beforeEach, expect, test, vi } from 'vitest'
import { avoidedMessages } from '#features/catalogue/labels/avoided-messages.ts'
import { SIGNED_IN_COOKIE } from '#shop/session.ts'
import type { AccountList } from './account-list.tsx'

const requests: RequestInit[] = []
let respond: () => Response
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '' })
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
  requests.push(init)
  return respond()
})
vi.mock('#features/accounts/browser-session/browser-session.tsx', () => ({
  loadSessionClient: () => Promise.reject(new TypeError('Failed to fetch')),
}))
const { saveAvoidedList } = await import('./save-avoided-list.tsx')

const start = { keys: ['milk', 'nuts'], isInAccount: true } as const
const account: AccountList = { kind: 'read', userId: 'asha', keys: ['milk', 'nuts'] }
const storedList = () => JSON.parse(stored.get('avoided-allergens') ?? 'null') as unknown
const sentBodies = () => requests.map(({ body }) => JSON.parse(body as string) as unknown)

beforeEach(() => {
  requests.length = 0
  stored.clear()
  document.cookie = `${SIGNED_IN_COOKIE}=1`
  respond = () => Response.json({ keys: ['milk', 'sesame'] })
})

test('FOOD-27 sends what the editor started from, and stores the list that results', async () => {
  const saved = await saveAvoidedList({ start, account, keys: ['milk'], wantsAccount: true })
  expect(sentBodies()).toEqual([{ userId: 'asha', base: ['milk', 'nuts'], keys: ['milk'] }])
  expect(saved).toMatchObject({ keys: ['milk', 'sesame'], problem: null })
  expect(storedList()).toEqual({ keys: ['milk', 'sesame'], isInAccount: true })
})

test('FOOD-23 FOOD-27 unticked, the account forgets the list, which the device keeps', async () => {
  respond = () => Response.json({ keys: null })
  await saveAvoidedList({ start, account, keys: ['milk'], wantsAccount: false })
  expect(sentBodies()).toMatchObject([{ keys: null }])
  expect(storedList()).toEqual({ keys: ['milk'], isInAccount: false })
})

test('FOOD-27 a list that is the device’s own removes nothing from the account', async () => {
  await saveAvoidedList({
    start: { ...start, isInAccount: false },
    account,
    keys: ['fish'],
    wantsAccount: true,
  })
  expect(sentBodies()).toMatchObject([{ base: [], keys: ['fish'] }])
})

test.each([null, { kind: 'unread' } as const])(
  'FOOD-27 nothing is written to an account that could not be read: %j',
  async (unread) => {
    for (const keys of [['milk'], []] as const) {
      const saved = await saveAvoidedList({
        start,
        account: unread,
        keys,
        wantsAccount: keys.length > 0 ? null : false,
      })
      expect(saved).toMatchObject({ account: { kind: 'unread' }, problem: avoidedMessages.accountNotSaved })
    }
    expect(requests).toEqual([])
  },
)
