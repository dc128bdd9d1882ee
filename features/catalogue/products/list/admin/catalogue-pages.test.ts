import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import { visitor, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { actorContext, shopContext } from '#kit/requests/request-contexts.ts'
import {
  action as handleCategoryAction,
  loader as categoryListLoader,
} from '#features/catalogue/categories/admin/categories-page.server.ts'
import { action as handleProductAction, loader as productListLoader } from './products-page.server.ts'

const admin: Actor = {
  kind: 'admin',
  role: 'owner',
  userId: crypto.randomUUID(),
  email: 'owner@ninthbend.example',
}
const id = crypto.randomUUID()

function loaderArgs(actor: Actor, path: string, fields?: Record<string, string>) {
  const logged: string[] = []
  const rejectQuery = () => Promise.reject(new Error('no database'))
  const visitorDb = {
    selectFrom: () => {
      throw new Error('no database')
    },
  }
  const context = new RouterContextProvider()
  context.set(shopContext, {
    db: { withActor: rejectQuery, queryAs: rejectQuery, visitor: visitorDb },
    clock: () => new Date(0),
    log: { error: (_details: object, message: string) => logged.push(message) },
  } as unknown as ShopDependencies)
  context.set(actorContext, actor)
  const body = fields && new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) body!.set(name, value)
  if (fields) body!.set('image', new File(['x'], 'x.jpg'))
  const request = new Request(`http://shop.invalid${path}`, body ? { method: 'POST', body } : {})
  return { logged, args: { request, params: {}, context } as unknown as LoaderFunctionArgs }
}

const form = {
  name: 'Honey',
  category_id: id,
  price: '4.50',
  stock: '1',
  ingredients: 'Honey',
  allergy_advice: 'None',
  brand: 'Typed',
}

describe('If the database is unavailable', () => {
  test('MESSAGE-10 a product list that cannot be read returns 503 and is logged', async () => {
    const { args, logged } = loaderArgs(admin, '/admin/products?search=clove&page=2')
    const response = await productListLoader(args)
    expect([response.init?.status, response.data.products, response.data.view.search, logged]).toEqual([
      503,
      null,
      'clove',
      ['the products could not be read'],
    ])
    const categoryRequest = loaderArgs(admin, '/admin/categories')
    expect([
      (await categoryListLoader(categoryRequest.args)).data.categories,
      categoryRequest.logged,
    ]).toEqual([null, ['the categories could not be read']])
  })

  test.each([
    ['adding a product', handleProductAction, { intent: 'add', ...form }],
    ['editing a product', handleProductAction, { intent: 'edit', id, version: '1', ...form }],
    [
      'adjusting stock',
      handleProductAction,
      { intent: 'stock', product_id: id, change: '1', reason: 'Typed' },
    ],
    ['switching a product', handleProductAction, { intent: 'switch', product_id: id, is_active: 'on' }],
    ['adding a category', handleCategoryAction, { intent: 'add', name: 'Typed' }],
    ['editing a category', handleCategoryAction, { intent: 'edit', id, version: '1', name: 'Typed' }],
  ] as const)(
    'MESSAGE-5 %s returns An error occurred and keeps the form values',
    async (_what, handler, fields) => {
      const { args, logged } = loaderArgs(admin, '/admin/products', fields)
      const response = await handler(args)
      if (response instanceof Response) throw new Error('It was accepted.')
      expect([response.init?.status, response.data.message, logged.length]).toEqual([
        503,
        'An error occurred',
        1,
      ])
      if (fields.intent !== 'switch') expect(JSON.stringify(response.data.values)).toContain('Typed')
    },
  )

  test('MESSAGE-5 a bulk action returns An error occurred for each selected row', async () => {
    const { args } = loaderArgs(admin, '/admin/products', { intent: 'chosen', what: 'off', product_id: id })
    const response = await handleProductAction(args)
    expect(response).toMatchObject({
      data: { results: [{ id, outcome: 'refused', why: 'An error occurred' }] },
    })
  })
})

test('PERMISSION-2 anyone but an administrator is redirected to the sign-in', async () => {
  const handlers: ((args: LoaderFunctionArgs) => Promise<unknown>)[] = [
    productListLoader,
    categoryListLoader,
    handleProductAction,
    handleCategoryAction,
  ]
  for (const handler of handlers) {
    const refusal = await handler(loaderArgs(visitor, '/admin/products', { intent: 'add' }).args).catch(
      (thrown: unknown) => thrown,
    )
    expect(refusal).toBeInstanceOf(Response)
    expect((refusal as Response).headers.get('location')).toMatch(/^\/admin(\?|$)/)
  }
})
