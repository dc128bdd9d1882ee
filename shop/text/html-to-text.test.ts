import { describe, expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

describe('CATALOGUE-40 HTML as text', () => {
  test.each([
    [
      '<p>Bold &amp; hand-picked.</p>\n<ul><li>100 g</li><li>From India</li></ul>\nഏലക്ക, £5 — "quoted"',
      'Bold & hand-picked.\n\n- 100 g\n- From India\n\nഏലക്ക, £5 — "quoted"',
    ],
    ['&quot;Sweet&quot; &amp; sticky', '"Sweet" & sticky'],
    ['One<br>two<br/><br />three', 'One\ntwo\n\nthree'],
    ['<div>One<div>two</div></div>', 'One\ntwo'],
    ['<ol><li><p>One</p></li><li>Two<ul><li>in</li></ul></li></ol>after', '1. One\n2. Two\n- in\n\nafter'],
    ['<ul>\n <li>\n  one\n </li>\n</ul>', '- one'],
    ['<h2>Use</h2><p>With <a href="/rice">rice</a>,\n<em>daily</em>.</p>', 'Use\n\nWith rice, daily.'],
    [
      '<table><tr><th>Fat</th><td>1 g</td></tr><tr><th>Salt</th><td>0 g</td></tr></table>',
      'Fat | 1 g\nSalt | 0 g',
    ],
    ['<p>&nbsp;</p><p>One</p>\n\n\n<p class="a">two</P>', 'One\n\ntwo'],
    ['<strong>One</strong> line.\n\nTwo\nlines', 'One line.\n\nTwo\nlines'],
    ['&lt;p&gt;Escaped &amp;amp; more&lt;/p&gt;', 'Escaped & more'],
    ['<style>p{}</style>One<script>alert(1)</script><!-- <p>no</p> --><img src=x onerror=alert(1)>', 'One'],
    ['Caf&eacute; &#8217; &#x20B9; &#150; &bogus; AT&T', 'Café ’ ₹ – &bogus; AT&T'],
    ['One<o:p></o:p>', 'One'],
    ['Fat <1 g, salt > 0, a <b and <Kerala>', 'Fat <1 g, salt > 0, a <b and <Kerala>'],
    ['As it was.\n\n  - typed\n', 'As it was.\n\n  - typed\n'],
  ])('%j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
    expect(htmlToText(text), 'converted again').toBe(text)
  })

  test('what is far too long for its field is left to the check of its length', () => {
    expect(htmlToText('<p>'.repeat(14), 10)).toBe('<p>'.repeat(14))
    expect(htmlToText('<p>'.repeat(13), 10)).toBe('')
  })
})
