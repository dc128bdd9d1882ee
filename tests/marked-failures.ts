import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aProduct } from './arrange.ts'
import { aSubmit } from './requests/placing.ts'
import { rawRequest } from './requests/raw-request.ts'
import { lookInto, type Look } from './requests/shop-database.ts'
import { aPhoto } from './uploads.ts'
import type { RunningShop } from './running-shop.ts'
import { aCustomer, anAdmin, PASSWORD, Visitor, type Fields } from './visitor.ts'

/** Somebody who can be found wherever a part of them turns up. */
export const MARKED = {
  full_name: 'Zebulon Markworth-Quill',
  phone: '020 7946 0977',
  address: '77 Zebrawood Passage',
  post_code: 'ZE2 9QX',
  city: 'Quillborough',
  country: 'United Kingdom',
} satisfies Fields
const MARKS = /zebulon|markworth|quill|7946.?0977|zebrawood|ZE2.?9QX/gi

/** Every part of the marked person in a text, with what stands around it. */
export const marksIn = (text: string): string[] => [...text.matchAll(MARKS)].map(({ index }) => text.slice(Math.max(0, index - 120), index + 60))

/** Everything that a shop has logged: on its terminal, and in the logs of its database. */
export function everythingLogged({ output, dataDir }: Pick<RunningShop, 'output' | 'dataDir'>): string {
  const files = readdirSync(dataDir).filter((name) => /\.log(\.1)?$/.test(name))
  return [output(), ...files.map((name) => readFileSync(join(dataDir, name), 'utf8'))].join('\n')
}

/** A mail server that refuses, and names whom it refuses. */
export async function aRefusingMailServer() {
  let refuses: 'recipient' | 'sign-in' = 'recipient'
  const lines = new Set<Socket>()
  const server = createServer((socket) => {
    lines.add(socket)
    socket.on('error', () => {}).on('close', () => lines.delete(socket))
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (/^EHLO/i.test(line)) say('250-mail.example\r\n250 AUTH PLAIN LOGIN')
        else if (/^AUTH/i.test(line)) say(refuses === 'sign-in' ? '535 5.7.8 zebulon.markworth: authentication failed' : '235 2.7.0 Ok')
        else if (/^RCPT/i.test(line)) say(`550 5.1.1 ${line.slice(8)}: Zebulon Markworth is unknown here`)
        else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
        else say('250 Ok')
      }
    })
    say('220 mail.example ESMTP')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://zebulon.markworth:zebrawood@127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (what: typeof refuses) => void (refuses = what),
    close() {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}

/** Lets everything go wrong for the marked person that can: constraints, mails, addresses, forms, files. Gives back how many things were tried. */
export async function failEveryWay(shop: RunningShop, mails: Pick<Awaited<ReturnType<typeof aRefusingMailServer>>, 'refuse'>): Promise<number> {
  const look = lookInto(shop.dataDir)
  let tried = 0
  try {
    const email = `zebulon.markworth.${randomUUID().slice(0, 8)}@quill.example`
    const customer = await aCustomer(shop.url, email)
    const admin = await anAdmin(shop.url)
    const product = await aProduct(look, { stock: 100, name: `Marked Pepper ${randomUUID().slice(0, 8)}` })
    const order = aSubmit([{ product, quantity: 1 }], MARKED)
    const attempt = async (work: () => Promise<unknown>) => {
      tried += 1
      await work().catch(() => {})
    }
    const attemptAll = async (all: (() => Promise<unknown>)[]) => {
      for (const work of all) await attempt(work)
    }

    for (const refused of ['recipient', 'sign-in'] as const) {
      mails.refuse(refused)
      await attempt(() => customer.submit('/checkout', { ...order, idempotency_key: randomUUID() }))
      await attempt(() => new Visitor(shop.url).post('/forgot-password', { email }))
      await attempt(() => admin.post('/admin/dashboard', { intent: 'test-email' }))
      await hasFailedSince(look)
    }

    for (const [table, check] of CONSTRAINTS) {
      await look.query(`alter table ${table} add constraint marked_person check (${check}) not valid`)
      await attemptAll([
        () => customer.submit('/checkout', { ...order, idempotency_key: randomUUID() }),
        () => customer.post('/profile', MARKED),
        () => new Visitor(shop.url).post('/register', { ...MARKED, email: `2.${email}`, password: PASSWORD, confirm_password: PASSWORD }),
      ])
      await look.query(`alter table ${table} drop constraint marked_person`)
    }

    await look.query(RAISING)
    await attempt(() => customer.submit('/checkout', { ...order, idempotency_key: randomUUID() }))
    await look.query('drop trigger marked_person on orders; drop function marked_person()')

    for (const table of ['products', 'orders', 'user_profiles', 'accounts."user"']) {
      const [schema, name] = table.includes('.') ? ['accounts', 'user'] : ['public', table]
      await look.query(`alter table ${schema}."${name}" rename to gone_for_a_moment`)
      await attemptAll([
        () => customer.submit('/checkout', { ...order, idempotency_key: randomUUID() }),
        ...PATHS.map((path) => () => customer.fetch(path)),
        ...PATHS.map((path) => () => admin.fetch(path)),
        () => new Visitor(shop.url).post('/login', { email, password: 'zebrawood-zebulon' }),
        () => new Visitor(shop.url).post('/admin', { email, password: 'zebrawood-zebulon' }),
        () => new Visitor(shop.url).post('/register', { ...MARKED, email: `3.${email}`, password: PASSWORD, confirm_password: PASSWORD }),
      ])
      await look.query(`alter table ${schema}.gone_for_a_moment rename to "${name}"`)
    }

    await attemptAll([
      ...MALFORMED.map((path) => () => rawRequest(shop.url, { path })),
      ...ODD_FORMS.flatMap((fields) => ['/register', '/login', '/forgot-password', '/profile', '/checkout', '/profile/orders'].map((path) => () => customer.post(path, fields))),
      ...ODD_FORMS.map((fields) => () => admin.post('/admin/orders?search=Zebulon', fields)),
      () => rawRequest(shop.url, { method: 'POST', path: '/functions/v1/send-order-email', headers: { apikey: 'ninth-bend-public-client-key' }, body: '{"orderId": "Zebulon Markworth' }),
    ])

    const storage = join(shop.dataDir, 'storage')
    const isThere = existsSync(storage)
    if (isThere) renameSync(storage, `${storage}-aside`)
    writeFileSync(storage, '')
    await attempt(() => upload(admin))
    await attempt(() => customer.fetch('/storage/v1/object/public/product-images/products/Zebulon-Markworth.webp'))
    return tried
  } finally {
    await look.close()
  }
}

const CONSTRAINTS = [
  ['orders', `shipping_address ->> 'full_name' not like 'Zebulon%'`],
  ['user_profiles', `full_name not like 'Zebulon%'`],
  ['accounts."user"', `name not like 'Zebulon%'`],
] as const
/** What a procedure raises may hold the row that it was about. */
const RAISING = `
  create function marked_person() returns trigger language plpgsql as 'begin raise exception ''Not kept: %'', new.shipping_address; end';
  create trigger marked_person before insert on orders for each row execute function marked_person()`
const PATHS = [
  '/products?search=Zebulon+Markworth', '/products/zebulon-markworth', '/profile/orders', '/profile', '/admin/orders?search=Zebulon+Markworth',
  '/admin/products?search=Zebulon', '/admin/audit?search=zebulon.markworth', '/admin/dashboard', '/Zebulon/Markworth',
]
const MALFORMED = ['/Zebulon%E0%A4%A', '/products/%ZEBULON', '//Zebulon%20Markworth@quill.example', '/products/Zebulon%00', '/_data?u=/Zebulon%E0%A4%A', '/_data?u=%2Fproducts%2F%E0%A4Zebulon', `/${encodeURIComponent(MARKED.full_name)}/%C0%80`]
const ODD_FORMS: Fields[] = [
  { ...MARKED, email: 'zebulon.markworth@quill.example\u0000', password: PASSWORD, confirm_password: PASSWORD },
  { ...MARKED, email: 'zebulon.markworth@quill.example', full_name: `Zebulon\u0085${'Markworth'.repeat(400)}`, password: PASSWORD, confirm_password: PASSWORD },
  { ...MARKED, lines: '[{"id": "Zebulon Markworth"', payment_method: 'Zebulon', idempotency_key: 'Zebulon'.repeat(80), order_id: 'Zebulon', intent: 'Zebulon' },
]

async function upload(admin: Visitor) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'add', name: 'Zebulon’s Shelf', description: 'Zebulon Markworth' })) form.set(name, value)
  form.set('image', new File([new Uint8Array(await aPhoto())], 'Zebulon Markworth.jpg', { type: 'image/jpeg' }))
  await admin.fetch('/admin/categories?add=category', { method: 'POST', body: form, headers: { origin: admin.url } })
}

/** The worker has tried what was queued last. */
async function hasFailedSince(look: Look) {
  for (const until = Date.now() + 15_000; Date.now() < until; await pause(50)) {
    const [row] = await look.query<{ n: number }>(`select count(*)::int as n from outbox where sent_at is null and last_error is null and held_for_user_id is null and dropped_at is null`)
    if (row!.n === 0) return
  }
}
