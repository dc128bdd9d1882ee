import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { OPEN_ORDERS_REASON, OpenOrdersNotice, saidOfLink } from './open-orders-notice.tsx'
import { PaymentStep } from './payment-step.tsx'
import type { Placing } from '#web/checkout/attempt/use-place-order.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { IdentityProvider } from '#web/client/contexts/shop-identity-context.tsx'

function written(element: React.ReactNode) {
  const Stub = createRoutesStub([{ path: '/', Component: () => <IdentityProvider value={demonstrationIdentity}>{element}</IdentityProvider> }])
  return renderToStaticMarkup(<Stub />)
}
const notice = (isVerified: boolean) => written(<OpenOrdersNotice email="x@y.example" sentence="Too much." isVerified={isVerified} />)

const address = { full_name: 'Asha', phone: '1', address: '1 Mill Lane', post_code: 'YO1 7HH', city: 'York', country: 'United Kingdom', email: 'x@y.example' }
const refused = { message: 'The order was not placed. Please try again.', advice: 'Too much.', is_nothing_ordered: true } as const
const payment = (isTooMuch: boolean, failure: Placing['failure'] = null) =>
  written(
    <PaymentStep
      heading={{ current: null }}
      address={address}
      isAddressKept={false}
      placing={{ isPlaced: false, outcome: undefined, orderId: null, isSending: false, failure, place: () => undefined } as Placing}
      isTooMuch={isTooMuch}
      onBack={() => undefined}
    />,
  )
const orderButton = (html: string) => /<button[^>]*type="submit"[^>]*>/.exec(html)![0]

test('what is read out of the notice stands beside what is answered, never one within the other', () => {
  const html = notice(false)
  expect(html.match(/role="status"/g)).toHaveLength(2)
  expect(html).toMatch(/Too much\.<\/p><\/div><form.*<p role="status"/)
  expect(notice(true)).not.toContain('Send me a new link')
})

test('whoever is signed in is told plainly that the link is on its way, and why it is not', () => {
  expect(saidOfLink({ done: 'If this address has an account' }, 'x@y.example')).toBe('A new link is on its way to x@y.example.')
  expect(saidOfLink({ message: 'Too many tries.' }, 'x@y.example')).toBe('Too many tries.')
  expect(saidOfLink(undefined, 'x@y.example')).toBeUndefined()
})

test('an order that cannot be placed yet has a button that says so, with the reason', () => {
  expect(orderButton(payment(true))).toContain(`aria-describedby="${OPEN_ORDERS_REASON}"`)
  expect(orderButton(payment(true))).toContain('aria-disabled="true"')
  expect(orderButton(payment(false))).not.toContain('aria-')
})

test('a refusal for the open orders is not said a second time above the payment; every other one is', () => {
  expect(payment(true, { ...refused, is_open_total: true })).not.toContain('Please try again')
  expect(payment(false, { ...refused, is_open_total: true })).toContain('Please try again')
  expect(payment(true, refused)).toContain('Please try again')
})
