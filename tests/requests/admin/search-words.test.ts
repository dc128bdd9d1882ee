import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { findFieldValue, findLink, pageText, readPageTitle } from '#tests/fixtures/http/page-text.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const visitor = new HttpClient(url)
/** Letters only, because a number in a word could be one of the shop's amounts. */
const word = () => `w${randomUUID().replaceAll(/[\d-]/g, '')}qvx`
let owner: HttpClient
const [sold, wanted] = [word(), word()]

beforeAll(async () => {
  owner = await signInAsAdmin(url)
  await insertProduct(database, { name: `Nest of ${sold}` })
})
afterAll(() => database.close())

const send = async (path: string, fields: Record<string, string>) => {
  const response = await owner.post(path, fields)
  const html = await response.text()
  return { status: response.status, to: response.headers.get('location'), html, text: pageText(html) }
}
const finds = async (search: string) =>
  (await visitor.html(`/products?q=${search}`)).includes(`Nest of ${sold}`)
const groupOf = async (name: string) =>
  (
    await database.query<{ id: number; version: number }>(
      'select id, version from search_groups where is_own and name = $1',
      [name],
    )
  )[0]
const textAreaOf = (html: string) => pageText(/<textarea[^>]*name="words"[^>]*>([^<]*)/.exec(html)![1]!)

test('SEARCH-70 SEARCH-71 SEARCH-75 what a shopper does not find is listed, the owner adds words, and the next request finds it', async () => {
  expect(await finds(wanted)).toBe(false)
  const listed = await owner.html('/admin/search')
  expect(pageText(listed)).toContain(searchWordMessages.missesKept(30))
  expect(pageText(listed)).toContain(`${wanted} 1 Add words Try`)
  expect(listed).toContain(`href="/products?q=${wanted}"`)
  const addPath = `/admin/search?add=${wanted}%2C+`
  expect(listed).toContain(`href="${addPath}"`)
  expect(textAreaOf(await owner.html(addPath))).toBe(`${wanted},`)

  const added = await send(addPath, { intent: 'add', words: `${wanted}, ${sold}` })
  expect([added.status, added.to]).toEqual([302, '/admin/search?notice=words-added'])
  expect(await finds(wanted)).toBe(true)
  const text = pageText(await owner.html(added.to!))
  expect(text).toContain('The words are added. The next search knows them.')
  expect(text).toContain(`${wanted}, ${sold} Edit Delete`)
  expect(text).toContain(`${wanted} ${searchWordMessages.foundByNow} 1`)

  const { id, version } = (await groupOf(wanted))!
  const record = await owner.html(`/admin/audit?kind=search-words&search=${wanted}`)
  expect(pageText(record)).toMatch(new RegExp(`Search words added ${wanted} .*Words.*${wanted}, ${sold}`))
  expect(findLink(record, wanted)).toBe(`/admin/search?edit=${id}`)

  const deletePath = `/admin/search?delete=${id}`
  expect(pageText(await owner.html(deletePath))).toContain(searchWordMessages.deleteEffect)
  const form = { intent: 'delete', id: String(id), version: String(version) }
  expect(await send(deletePath, form)).toMatchObject({
    status: 302,
    to: '/admin/search?notice=words-deleted',
  })
  expect(await send(deletePath, form)).toMatchObject({ status: 302 })
  expect(await finds(wanted)).toBe(false)
})

test('SEARCH-72 a refusal is shown at the field with what was typed; words that no product has need a tick', async () => {
  const path = '/admin/search?add='
  const one = await send(path, { intent: 'add', words: 'one,, one' })
  expect([one.status, textAreaOf(one.html)]).toEqual([422, 'one,, one'])
  expect(one.text).toContain(searchWordMessages.enterWords(2))
  expect(readPageTitle(one.html)).toMatch(/^Add words/)

  const words = `${word()}\n${word()}`
  const unknown = await send(path, { intent: 'add', words })
  expect(unknown.status).toBe(422)
  expect(unknown.text).toContain(searchWordMessages.noProductHasThem)
  expect(findFieldValue(unknown.html, 'was_asked')).toBe('on')
  const unticked = await send(path, { intent: 'add', words, was_asked: 'on' })
  expect(unticked.text).toContain('Tick ‘Save all the same’ to save it as it is')
  expect(await send(path, { intent: 'add', words, confirmed: 'on' })).toMatchObject({ status: 302 })
})

test('SEARCH-74 the second editor is told of a change and of a deletion, and can save what was typed', async () => {
  const [name, mine, theirs] = [word(), word(), word()]
  await send('/admin/search?add=', { intent: 'add', words: `${name}, ${sold}` })
  const { id } = (await groupOf(name))!
  const path = `/admin/search?edit=${id}`
  const form = { intent: 'edit', id: String(id), version: '1' }
  await send(path, { ...form, words: `${name}, ${sold}, ${theirs}` })
  const conflict = await send(path, { ...form, words: `${name}, ${sold}, ${mine}` })
  expect([conflict.status, textAreaOf(conflict.html)]).toEqual([409, `${name}, ${sold}, ${mine}`])
  expect(conflict.text).toContain(searchWordMessages.editConflict)
  expect(conflict.text).toContain(theirs)
  expect(findFieldValue(conflict.html, 'version')).toBe('2')
  expect(await send(`/admin/search?delete=${id}`, { ...form, intent: 'delete' })).toMatchObject({
    status: 409,
  })

  await send(`/admin/search?delete=${id}`, { intent: 'delete', id: String(id), version: '2' })
  const gone = await send(path, { ...form, version: '2', words: `${name}, ${sold}, ${mine}` })
  expect([gone.status, textAreaOf(gone.html)]).toEqual([409, `${name}, ${sold}, ${mine}`])
  expect(gone.text).toContain(searchWordMessages.deletedMeanwhile)
  const again = await send(path, { ...form, words: `${name}, ${sold}, ${mine}`, confirmed: 'on' })
  expect(again.status).toBe(302)
  expect((await groupOf(name))!.id).not.toBe(id)
  const missing = await owner.fetch(path)
  expect([missing.status, pageText(await missing.text())]).toEqual([
    404,
    expect.stringContaining(searchWordMessages.notFound),
  ])
})

test('SEARCH-73 looking up a word shows the groups that hold it, built-in ones without a way to change them', async () => {
  const html = await owner.html('/admin/search?word=asafoetida')
  expect(pageText(html)).toMatch(/hing.* Built in/)
  expect(findFieldValue(html, 'word')).toBe('asafoetida')
  expect(pageText(await owner.html('/admin/search?word=zzzqqq'))).toContain(
    searchWordMessages.notHeld('zzzqqq'),
  )
})
