import type { ShopIdentity } from '../identity.ts'
import { html } from './html.ts'
import type { SafeHtml } from './html.ts'
import { renderBlock } from './letter.ts'
import type { Letter, LetterItem, Renderers } from './letter.ts'
import { demonstrationNotice, traderLines } from './letterhead.ts'

/** Mail programs drop style sheets as they please: what matters stands in the elements, the sheet adds the dark colours. */
const SERIF = "font-family:Georgia,'Times New Roman',serif"
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#26312b'
const QUIET = 'color:#5b6058'
const GREEN = 'color:#1f4a35'
const RULE = 'border-top:1px solid #e2d8c3'
const STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #171b18 !important }
  .sheet { background: #20261f !important; border-color: #3a4238 !important }
  .ink, .ink a { color: #ece5d6 !important }
  .quiet { color: #b9b8a9 !important }
  .green { color: #a9d1b4 !important }
  .rule { border-color: #3a4238 !important }
  .button { background: #a9d1b4 !important; color: #14301f !important }
}
@media (max-width: 480px) { .sheet { padding: 24px 18px !important } }
</style>`

/** A letter as a page of its own, without anything fetched from elsewhere: no pictures, no fonts, no counting of readers. */
export function letterHtml(letter: Letter, identity: ShopIdentity): string {
  const notice = demonstrationNotice(identity)
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${letter.subject}</title>
${STYLE_SHEET}
</head>
<body class="paper" style="margin:0;padding:0;background:#f7f0e3">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${letter.preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f0e3">
<tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="green" style="${SERIF};${GREEN};font-size:22px;letter-spacing:.04em;padding:0 4px 14px">${identity.name}</td></tr>
<tr><td class="sheet" style="background:#fffdf8;border:1px solid #e2d8c3;border-radius:6px;padding:32px">
<h1 class="green" style="${SERIF};${GREEN};font-size:26px;line-height:1.25;font-weight:normal;margin:0 0 18px">${letter.title}</h1>
${letter.blocks.map((block) => renderBlock(RENDERERS, block))}
</td></tr>
<tr><td class="quiet" style="${SANS};${QUIET};font-size:13px;line-height:1.6;padding:18px 4px">
${traderLines(identity).map((line) => html`${line}<br>\n`)}${notice && html`<br>${notice}`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return page.markup
}

const RENDERERS: Renderers<SafeHtml> = {
  paragraph: ({ text }) => html`<p class="ink" style="${SANS};${INK};font-size:16px;line-height:1.55;margin:0 0 16px">${text}</p>\n`,
  heading: ({ text }) =>
    html`<h2 class="green" style="${SERIF};${GREEN};font-size:19px;line-height:1.3;font-weight:normal;margin:28px 0 10px">${text}</h2>\n`,
  facts: ({ facts }) => html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
${facts.map(
  ({ label, value }) => html`<tr><td class="quiet" style="${SANS};${QUIET};font-size:15px;line-height:1.5;padding:2px 18px 2px 0;vertical-align:top">${label}</td>
<td class="ink" style="${SANS};${INK};font-size:15px;line-height:1.5;padding:2px 0">${value}</td></tr>\n`,
)}</table>\n`,
  items: ({ items, sums, total }) => html`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 20px">
<thead><tr>${['Item', 'Quantity', 'Price'].map((title, at) => headCell(title, at > 0))}</tr></thead>
<tbody>
${items.map(itemRow)}
${sums.map(({ label, value }) => sumRow(label, value, 'font-size:15px'))}
${sumRow('Total', total, 'font-size:17px;font-weight:bold')}
</tbody></table>\n`,
  address: ({ label, lines }) =>
    html`<p class="ink" style="${SANS};${INK};font-size:15px;line-height:1.5;margin:0 0 20px"><span class="quiet" style="${QUIET}">${label}</span><br>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>\n`,
  link: ({ text, url }) => html`<p style="${SANS};margin:22px 0 10px"><a class="button" href="${webAddress(url)}" style="display:inline-block;background:#1f4a35;color:#fffdf8;font-size:16px;line-height:1;text-decoration:none;padding:15px 24px;border-radius:4px">${text}</a></p>
<p class="quiet" style="${SANS};${QUIET};font-size:13px;line-height:1.5;margin:0 0 20px;word-break:break-all">${url}</p>\n`,
  quotation: ({ lines }) =>
    html`<blockquote class="rule quiet" style="${SANS};${QUIET};font-size:14px;line-height:1.6;border-left:3px solid #e2d8c3;margin:0 0 18px;padding:2px 0 2px 14px">${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</blockquote>\n`,
}

const headCell = (title: string, isNumber: boolean) =>
  html`<th scope="col" class="quiet" align="${isNumber ? 'right' : 'left'}" style="${SANS};${QUIET};font-size:13px;font-weight:normal;padding:0 ${isNumber ? '0' : '12px'} 8px 0">${title}</th>`

const itemRow = ({ name, net_weight, allergy_advice, quantity, price, subtotal }: LetterItem) => html`<tr>
<td class="rule ink" style="${SANS};${INK};${RULE};font-size:15px;line-height:1.45;padding:12px 12px 12px 0">${name}${net_weight && html`<span class="quiet" style="${QUIET}">, ${net_weight}</span>`}${
  allergy_advice && html`<br><span class="quiet" style="${QUIET};font-size:13px"><b>Allergy advice:</b> ${allergy_advice}</span>`
}</td>
<td class="rule ink" align="right" style="${SANS};${INK};${RULE};font-size:15px;padding:12px 0;vertical-align:top;white-space:nowrap">${quantity} &times; ${price}</td>
<td class="rule ink" align="right" style="${SANS};${INK};${RULE};font-size:15px;padding:12px 0 12px 14px;vertical-align:top;white-space:nowrap">${subtotal}</td>
</tr>\n`

const sumRow = (label: string, value: string, style: string) => html`<tr>
<th scope="row" colspan="2" align="left" class="rule ink" style="${SANS};${INK};${RULE};${style};padding:12px 12px 12px 0">${label}</th>
<td align="right" class="rule ink" style="${SANS};${INK};${RULE};${style};padding:12px 0;white-space:nowrap">${value}</td>
</tr>\n`

/** A link of another kind than a web page has no business in a letter. */
function webAddress(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error(`'${url}' is not the address of a page; a letter links to pages alone.`)
  return url
}
