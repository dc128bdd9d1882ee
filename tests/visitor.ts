import { randomUUID } from 'node:crypto'
import type { PageData } from '#web/kernel/page-data.ts'
import { ADMIN } from './running-shop.ts'

export type Fields = Record<string, string>

/** Somebody at the shop's door with a cookie jar of their own, and nothing that a browser would not have. */
export class Visitor {
  readonly url: string
  /** What its browser says where a form comes from: another than `url` where a proxy stands before the shop. */
  readonly origin: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string, origin = url) {
    this.url = url
    this.origin = origin
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookie)
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    this.take(response.headers.getSetCookie())
    return response
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(line: string) {
    this.#cookies.clear()
    this.take(line.split('; '))
  }

  /** Takes Set-Cookie lines into the jar. */
  take(lines: string[]) {
    for (const line of lines) this.#keep(line)
  }

  /** The same cookies somewhere else: in a thief's hands, or at the shop's next address. */
  copy(url = this.url): Visitor {
    const other = new Visitor(url, url === this.url ? this.origin : url)
    other.cookie = this.cookie
    return other
  }

  /** Posts a form as a browser without scripts does. */
  post(path: string, fields: Fields): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: this.origin } })
  }

  /** Posts JSON as the shop's own script does. */
  send(path: string, body: unknown, method = 'POST'): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin: this.origin }
    return this.fetch(path, { method, headers, body: JSON.stringify(body) })
  }

  /** A page as data, as on a page change inside the browser. */
  async page(path: string): Promise<PageData> {
    const response = await this.fetch(`/_data?u=${encodeURIComponent(path)}`)
    return (await response.json()) as PageData
  }

  /** Posts a form as the shop's own script does, and gets the page as data. */
  async submit(path: string, fields: Fields): Promise<PageData> {
    const response = await this.post(`/_data?u=${encodeURIComponent(path)}`, fields)
    return (await response.json()) as PageData
  }

  async html(path: string): Promise<string> {
    return (await this.fetch(path)).text()
  }

  #keep(line: string) {
    const [pair, ...attributes] = line.split(';')
    const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
    const isGone = value === '' || attributes.some((attribute) => /max-age=0/i.test(attribute))
    if (isGone) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

export const PASSWORD = 'nine-bends-to-wayanad'
export const ADDRESS = {
  full_name: 'Asha Menon',
  phone: '020 7946 0018',
  address: '9 Ghat Road',
  post_code: 'SW1A 1AA',
  city: 'London',
  country: 'United Kingdom',
}

export type SignedIn = Visitor & { email: string }

/** A new customer, registered and signed in. */
export async function aCustomer(url: string, email = `shopper-${randomUUID()}@example.com`, origin = url): Promise<SignedIn> {
  const customer = new Visitor(url, origin)
  await register(customer, email)
  await signIn(customer, email)
  return Object.assign(customer, { email })
}

export async function register(visitor: Visitor, email: string): Promise<void> {
  const answer = await visitor.post('/register', { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD })
  if (answer.status !== 302) throw new Error(`Registering answered ${answer.status}: ${await answer.text()}`)
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<void> {
  const answer = await visitor.post('/login', { email, password, remember: 'on' })
  if (answer.status !== 302) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
}

/** Somebody signed in to the back-office: the owner, unless somebody else is named. */
export async function anAdmin(url: string, { email, password } = ADMIN, origin = url): Promise<Visitor> {
  const admin = new Visitor(url, origin)
  const answer = await admin.post('/admin', { email, password })
  if (answer.status >= 400) throw new Error(`The admin sign-in answered ${answer.status}: ${await answer.text()}`)
  return admin
}
