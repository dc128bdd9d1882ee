import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkoutSubmission } from '#features/checkout/checkout-form.ts'
import { messages } from '#shop/messages/messages.ts'
import { readForm, readIntent } from './read-form.server.ts'

function form(...entries: [string, string | File][]) {
  const formData = new FormData()
  for (const [name, value] of entries) formData.append(name, value)
  return formData
}
const schema = z.object({ email: z.string().min(1, 'Enter your email'), password: z.string() })

test('a valid form is its value and the texts as typed, without passwords', async () => {
  const trimmed = schema.extend({ email: z.string().trim() })
  expect(await readForm(form(['email', ' a@b.example'], ['password', 'secret']), trimmed)).toEqual({
    ok: true,
    value: { email: 'a@b.example', password: 'secret' },
    values: { email: ' a@b.example' },
  })
})

test('an invalid form is the first message of each field, by the whole path of a nested one', async () => {
  const strict = z.preprocess(
    (fields) => ({ ...(fields as object), maker: { name: '' } }),
    schema.extend({
      email: z.string().min(1, 'Enter your email').includes('@', 'Not an email'),
      maker: z.object({ name: z.string().min(1, 'Enter a name') }),
    }),
  )
  expect(await readForm(form(['email', ''], ['current_password', 'x'], ['password', 'x']), strict)).toEqual({
    ok: false,
    errors: { email: 'Enter your email', 'maker.name': 'Enter a name' },
    values: { email: '' },
  })
})

test('MESSAGE-17 a forged checkout is answered in words of the shop', async () => {
  const forged = await readForm(
    form(
      ['full_name', 'Asha Menon'],
      ['phone', '020 7946 0100'],
      ['address', '9 Ghat Road'],
      ['post_code', 'SW1A 1AA'],
      ['city', 'London'],
      ['country', 'United Kingdom'],
      ['idempotency_key', 'x'.repeat(256)],
      ['payment_method', 'barter'],
      ['delivery_service', 'drone'],
      ['delivery_charge', 'free'],
      ['delivery_rate', '-1'],
      ['delivery_free_over', '1e9'],
      ['delivery_day', 'never'],
    ),
    checkoutSubmission,
  )
  expect(forged).toMatchObject({
    ok: false,
    errors: {
      payment_method: messages.choosePaymentMethod,
      idempotency_key: messages.badRequest,
      delivery_service: messages.badRequest,
      delivery_charge: messages.badRequest,
      delivery_rate: messages.badRequest,
      delivery_free_over: messages.badRequest,
      delivery_day: messages.badRequest,
    },
  })
})

test('a field sent twice has its last value, unless it is a list', async () => {
  const twice = form(['intent', 'edit'], ['id', 'a'], ['id', 'b'])
  expect(await readForm(twice, z.object({ id: z.string() }))).toMatchObject({ value: { id: 'b' } })
  const list = z.object({ id: z.array(z.string()) })
  expect(await readForm(twice, list, { lists: ['id'] })).toMatchObject({ value: { id: ['a', 'b'] } })
  expect(readIntent(twice)).toBe('edit')
  expect(readIntent(form())).toBe('')
})

test.each([
  ['chosen', new File(['ab'], 'a.webp'), new Uint8Array([97, 98])],
  ['chosen but empty', new File([], 'a.webp'), new Uint8Array()],
  ['not chosen', new File([], ''), null],
  ['a text', 'ab', null],
])('a file that is %s', async (_what, image, bytes) => {
  const upload = z.object({ image: z.instanceof(Uint8Array).nullable() })
  expect(await readForm(form(['image', image]), upload, { file: 'image' })).toMatchObject({
    value: { image: bytes },
  })
})
