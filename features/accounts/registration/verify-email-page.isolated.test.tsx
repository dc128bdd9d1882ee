import type { ActionResult } from '#kit/actions/action-result.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import VerifyEmailPage from './verify-email-page.tsx'

const session = vi.hoisted(() => ({ user: null as { id: string } | null }))
const cart = vi.hoisted(() => ({ lines: [] as object[] }))
vi.mock('#features/accounts/browser-session/browser-session.tsx', () => ({ useSession: () => session }))
vi.mock('#features/cart/store/use-cart.tsx', () => ({ useCart: () => cart }))
beforeEach(() => {
  session.user = null
  cart.lines = []
})

function renderMarkup(actionData?: ActionResult) {
  const state = actionData ? 'confirm' : 'verified'
  const message = actionData ? 'Confirm that it is yours.' : messages.emailVerified
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: '/verify-email',
      Component: VerifyEmailPage,
      HydrateFallback: () => null,
      loader: () => null,
      action: () => null,
    },
  ])
  return renderToStaticMarkup(
    <Stub
      initialEntries={['/verify-email']}
      hydrationData={{
        loaderData: { page: { state, email: 'x@y.example', sign_in_path: '/login', message } },
        ...(actionData && { actionData: { page: actionData } }),
      }}
    />,
  )
}

test.each([
  ['just verified', { kind: 'done' as const, message: messages.emailVerified }],
  ['verified before', undefined],
])('a signed-in user gets a link to the orders instead of sign-in: %s', (_, actionData) => {
  expect(renderMarkup(actionData)).toContain('You can sign in now.')
  expect(renderMarkup(actionData)).toMatch(/href="\/login"[^>]*>Sign in</)
  session.user = { id: 'one' }
  const html = renderMarkup(actionData)
  expect(html).toContain(messages.emailIsVerified)
  expect(html).toMatch(/href="\/profile\/orders"[^>]*>Your orders</)
  expect(html).not.toMatch(/sign in/i)
})

test.each([null, { id: 'one' }])(
  'ACCOUNT-36 with a cart it leads on to checkout: signed in as %j',
  (user) => {
    session.user = user
    expect(renderMarkup()).not.toContain('/checkout')
    cart.lines = [{}]
    const html = renderMarkup()
    expect(html).toMatch(/href="\/checkout"[^>]*>Go on to checkout</)
    expect(html).toMatch(user ? /href="\/profile\/orders"[^>]*>Your orders</ : /href="\/login"[^>]*>Sign in</)
  },
)

test('the message about a new link is shown unchanged', () => {
  session.user = { id: 'one' }
  expect(renderMarkup({ kind: 'done', message: messages.verificationSent })).toContain(
    messages.verificationSent,
  )
})
