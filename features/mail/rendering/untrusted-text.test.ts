import { describe, expect, test } from 'vitest'
import { containsLink, safeName, defuseLinks } from './untrusted-text.ts'

const LINKS = [
  'https://evil.example/pay',
  'evil.example',
  'www.evil.example',
  'me@evil.example',
  'mailto:me',
  'EVIL.EXAMPLE',
  'evil。example',
  'evil．example',
  'ｅｖｉｌ＠ｅｘａｍｐｌｅ',
  'https：／／evil',
  'evil.\u200Bexample',
  'pay at 192.0.2.7',
  'evil․example',
  'javascript:alert(1)',
  '//evil',
]
/** Email clients that turn plain text into links are as permissive. */
const CLICKABLE = /\w+:\S|\/\/\S|www\.\S|\S@\S|[\p{L}\p{N}][.。．｡․]\p{Cf}*[\p{L}\p{N}]/u

describe('Untrusted text in emails', () => {
  test.each(LINKS)('%j is not used as a name', (text) => {
    expect(containsLink(text)).toBe(true)
    expect(safeName(`Asha ${text}`)).toBe('')
  })

  test.each([
    'win 500 at evil[.]example',
    'evil(.)example',
    'evil [dot] example',
    'evil (DOT) example',
    'evil{.}example',
    'evil［．］example',
    'evil[\u200B.]example',
    'evil . example',
    'evil dot com',
    'evil dot co dot uk',
    'me (at) evil',
    'www evil',
  ])('MAIL-8 %j spells a link and is not used as a name', (text) => {
    expect(safeName(`Asha ${text}`)).toBe('')
  })

  test.each(LINKS)('%j is displayed without being clickable', (text) => {
    const shown = defuseLinks(`Flat 3 ${text} now`)
    expect(shown).not.toMatch(CLICKABLE)
    expect(shown.normalize('NFKC')).not.toMatch(CLICKABLE)
    expect(shown.replace(/\s/g, '')).toBe(`Flat 3 ${text} now`.replace(/\s/g, ''))
  })

  test.each([
    'Priya Nair',
    'Seán Ó Briain',
    'Anne-Marie O’Neill',
    'Mr. T. Smith',
    'അനു മാത്യു',
    'Flat 2/1, 14 Ghat Road',
    'St. Mary’s Close',
    'SW1A 1AA',
    '+44 20 7946 0100',
  ])('%s stays unchanged', (text) => expect(defuseLinks(text)).toBe(text))

  test.each([
    'Priya Nair',
    'Mr. T. Smith',
    'അനു മാത്യു',
    'John 2',
    'Dot Cotton',
    'Mary Dot Cotton',
    'Anu [Kochi]',
  ])('%s stays a name', (name) => expect(safeName(name)).toBe(name))

  test('a name is one line without control and bidirectional characters', () => {
    expect(safeName('Eve\r\nBcc\u0000 \u202Emoc\u2028 x')).toBe('Eve Bcc moc x')
  })
})
