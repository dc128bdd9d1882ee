import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '#features/content/content-pages.ts'
import { parseText } from '#features/content/parse-text.server.ts'
import { OwnText } from './own-text.tsx'

function htmlOf(source: string): string {
  const element = createElement('main', {}, createElement(OwnText, { blocks: parseText(source).blocks }))
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
    .replace(/^<main>|<\/main>$/g, '')
    .replace(/<a class="link" href="([^"]*)"[^>]*>/g, '<a href="$1" class="link">')
}
const link = (href: string, text: string) => `<a href="${href}" class="link">${text}</a>`

describe('CONTENT-11 A text of the owner', () => {
  test.each([
    ['# One\n## Two\n### Three\n#### Four', '<h2>One</h2><h2>Two</h2><h3>Three</h3><h3>Four</h3>'],
    ['One\nline.\n\nAnother.', '<p>One\nline.</p><p>Another.</p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['1. a\n\n   more', '<ol start="1"><li>a<p>more</p></li></ol>'],
    ['**by hand**', '<p><strong>by hand</strong></p>'],
    ['[x](https://a.example/b?c=1#d)', `<p>${link('https://a.example/b?c=1#d', 'x')}</p>`],
    ['[x](/products?category=tea)', `<p>${link('/products?category=tea', 'x')}</p>`],
    ['[x](mailto:a@b.example)', `<p>${link('mailto:a@b.example', 'x')}</p>`],
    ['[x](tel:+441134960700)', `<p>${link('tel:+441134960700', 'x')}</p>`],
    ['https://a.example', `<p>${link('https://a.example', 'https://a.example')}</p>`],
    ['[**x**](/y)', `<p>${link('/y', '<strong>x</strong>')}</p>`],
    ['- [ ] a', '<ul><li>a</li></ul>'],
    ['__by__ snake__case__', '<p><strong>by</strong> snake__case__</p>'],
    ['2 ** 3 ** 4', '<p>2 ** 3 ** 4</p>'],
    ['\\*\\*a** \\[x](/y)', '<p>**a** [x](/y)</p>'],
    ['**[x](/y)** and ***z***', `<p><strong>${link('/y', 'x')}</strong> and *<strong>z</strong>*</p>`],
    ['Sold in\n1986. Since then', '<p>Sold in\n1986. Since then</p>'],
    ['a\n- b\nlazy\n\nc', '<p>a</p><ul><li>b\nlazy</li></ul><p>c</p>'],
    [
      '(see https://a.example/b_(c)).',
      `<p>(see ${link('https://a.example/b_(c)', 'https://a.example/b_(c)')}).</p>`,
    ],
    ['Write to a.b@c.example.', `<p>Write to ${link('mailto:a.b@c.example', 'a.b@c.example')}.</p>`],
    ['', ''],
  ])('%j becomes %s', (source, html) => {
    expect(htmlOf(source)).toBe(html)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    'java%0ascript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    'http://a.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://user:pass@evil.example',
    'https:evil.example',
    'evil.example',
    'mailto:a@b.example,c@d.example?bcc=x y',
    'tel:javascript',
    '#top',
  ])('a link to %s is refused, and stands as it was typed', (address) => {
    const { blocks, refusedLinks } = parseText(`[x](${address.includes(' ') ? `<${address}>` : address})`)
    expect(refusedLinks).toHaveLength(1)
    expect(JSON.stringify(blocks)).not.toContain('"href"')
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<div\nonclick=x>y</div>',
    '<!-- <b> -->',
    '<![CDATA[<b>]]>',
    '<svg onload=x>',
    '![x](https://a.example/x.png)',
    '![x](javascript:alert(1))',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '[a]: /b "t"',
    '    <b>indented</b>',
    '```html\n<b>x</b>\n```',
    '`<b>`',
    '> <b>quoted</b>',
    '| <b> | c |\n|---|---|\n| d | e |',
    '<b>\n===\n',
    '<javascript:alert(1)>',
    '~~<b>~~',
    '&lt;b&gt; &#60;b&#62;',
  ])('%j has no elements but paragraphs', (source) => {
    const html = htmlOf(source)
    expect(html.replace(/<\/?(?:p|h2)>/g, '')).not.toContain('<')
    // Nothing is lost except the text's own marks.
    expect(html.length).toBeGreaterThanOrEqual(source.replace(/\s/g, '').length)
  })

  test('control characters, and those that turn the direction of the text, are left out', () => {
    expect(htmlOf('a\u0000b\u0007c\u202Ed\u2066e\u009Ff\tg')).toBe('<p>abcdef\tg</p>')
    expect(parseText('[x](java\u0000script:alert(1))').refusedLinks).toEqual(['javascript:alert(1)'])
  })

  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')
  test.each(
    Object.entries({
      'lists 50 deep': nested(50),
      'lists as deep as the text is long': nested(140),
      'ten thousand lists in one line': '- '.repeat(10_000),
      numbers: '1. '.repeat(6_600),
      'mixed marks': '* + - 1. '.repeat(2_200),
      quotations: '>'.repeat(20_000),
      brackets: '['.repeat(20_000),
      'links in links': '[a]('.repeat(5_000),
      pictures: '![['.repeat(6_600),
      stars: '**a '.repeat(5_000),
      'nothing but stars': '*'.repeat(9_000),
      'stars around letters': '*a'.repeat(10_000),
      'stars that pair': '*a '.repeat(3_300) + 'a* '.repeat(3_300),
      'bold within bold': '**a '.repeat(2_500) + 'b** '.repeat(2_500),
      'bold and underlines': '**_a'.repeat(5_000),
      'bold that only ends': 'a**'.repeat(6_600),
      'bracket pairs': '['.repeat(10_000) + ']'.repeat(10_000),
      'addresses in angles': '[a](<'.repeat(4_000),
      'titles of links': '[a](x "'.repeat(2_800),
      underlines: '_a'.repeat(10_000),
      backslashes: '\\'.repeat(20_000),
      backticks: '`'.repeat(20_000),
      'open tags': '<a '.repeat(6_600),
      comments: '<!--'.repeat(5_000),
      entities: '&'.repeat(20_000),
      addresses: `${'a.'.repeat(9_999)}@`,
      words: 'https://a'.repeat(2_200),
      tables: '|a|b|\n|-|-|\n'.repeat(1_600),
      'list items': '- a\n'.repeat(5_000),
      'empty lines': '\n'.repeat(20_000),
      spaces: `a${' '.repeat(19_998)}b`,
    }),
  )('%s do not hold up the shop', (_what, source) => {
    const before = process.cpuUsage()
    const { blocks } = parseText(source.slice(0, MAX_TEXT_LENGTH))
    const { user } = process.cpuUsage(before)
    // Linear in the length: at most 40 ms on a slow machine, where a quadratic parser took six seconds.
    expect(user / 1000).toBeLessThan(1000)
    expect(depthOf(blocks)).toBeLessThan(30)
  })
})

test('CONTENT-14 with the address of the shop, links into it are whole', () => {
  const { blocks } = parseText('[x](/products) [y](https://a.example)', 'https://shop.example')
  expect(JSON.stringify(blocks)).toContain('"href":"https://shop.example/products"')
  expect(JSON.stringify(blocks)).toContain('"href":"https://a.example"')
})
