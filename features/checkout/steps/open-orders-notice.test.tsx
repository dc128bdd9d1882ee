import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { resendLinkMessage } from '#features/accounts/browser-session/resend-link-form.tsx'
import { OPEN_ORDERS_REASON_ID, OpenOrdersNotice } from './open-orders-notice.tsx'
import { PaymentStep } from './payment-step.tsx'
import type { OrderPlacement } from '#features/checkout/attempt/use-place-order.tsx'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'

function renderMarkup(element: React.ReactNode) {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <ShopIdentityProvider value={demonstrationIdentity}>{element}</ShopIdentityProvider>,
    },
  ])
  return renderToStaticMarkup(<Stub />)
}
const notice = (offersVerification: boolean) =>
  renderMarkup(
    <OpenOrdersNotice email="x@y.example" reason="Too much." offersVerification={offersVerification} />,
  )

const address = {
  full_name: 'Asha',
  phone: '1',
  address: '1 Mill Lane',
  post_code: 'YO1 7HH',
  city: 'York',
  country: 'United Kingdom',
  email: 'x@y.example',
}
const refusedFailure = {
  message: 'The order was not placed. Please try again.',
  advice: 'Too much.',
  is_nothing_ordered: true,
} as const
const payment = (exceedsAllowance: boolean, failure: OrderPlacement['failure'] = null) =>
  renderMarkup(
    <PaymentStep
      heading={{ current: null }}
      address={address}
      savesAddress={false}
      orderPlacement={{
        isPlaced: false,
        outcome: undefined,
        orderId: null,
        isSending: false,
        failure,
        placeOrder: () => undefined,
      }}
      exceedsAllowance={exceedsAllowance}
      offer={null}
      delivery={null}
      onBack={() => undefined}
    />,
  )
const orderButton = (html: string) => /<button[^>]*type="submit"[^>]*>/.exec(html)![0]

test('the reason and the response are separate live regions, not nested', () => {
  const html = notice(true)
  expect(html.match(/role="status"/g)).toHaveLength(2)
  expect(html).toMatch(/Too much\.<\/p><\/div><form.*<p role="status"/)
  expect(notice(false)).not.toContain('Send me a new link')
})

test('the customer sees that the link was sent, or why it was not', () => {
  expect(resendLinkMessage({ kind: 'done', message: 'If this address has an account' }, 'x@y.example')).toBe(
    'A new link is on its way to x@y.example.',
  )
  expect(resendLinkMessage({ message: 'Too many tries.' }, 'x@y.example')).toBe('Too many tries.')
  expect(resendLinkMessage(undefined, 'x@y.example')).toBeUndefined()
})

test('the order button is disabled and described by the reason', () => {
  expect(orderButton(payment(true))).toContain(`aria-describedby="${OPEN_ORDERS_REASON_ID}"`)
  expect(orderButton(payment(true))).toContain('aria-disabled="true"')
  expect(orderButton(payment(false))).not.toContain('aria-')
})

test('an open-total refusal is not repeated above the payment step; every other refusal is shown', () => {
  expect(payment(true, { ...refusedFailure, is_open_total: true })).not.toContain('Please try again')
  expect(payment(false, { ...refusedFailure, is_open_total: true })).toContain('Please try again')
  expect(payment(true, refusedFailure)).toContain('Please try again')
})
