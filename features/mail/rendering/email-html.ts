import { splitAtAllergens } from '#features/catalogue/labels/allergens.ts'
import type { Logo } from '#shop/identity/shop-identity.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { html } from '#shop/text/safe-html.ts'
import type { SafeHtml } from '#shop/text/safe-html.ts'
import { CLASS, STYLE, STYLE_SHEET } from './email-styles.ts'
import { renderBlock } from './email-content.ts'
import type { EmailContent, EmailItem, Renderers } from './email-content.ts'
import { demonstrationNotice, traderLines } from './email-layout.ts'

/** Contains no remote content: no fonts, no tracking, and no images except an attached logo. */
export function renderEmailHtml(
  content: EmailContent,
  identity: ShopIdentity,
  logoSource: string | null = null,
): string {
  const notice = demonstrationNotice(identity)
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
${STYLE_SHEET}
</head>
<body class="${CLASS.paper}" style="margin:0;padding:0;${STYLE.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.preview}</div>
<table role="presentation" class="${CLASS.paper}" width="100%" cellpadding="0" cellspacing="0" style="${STYLE.paper}">
<tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="${CLASS.green}" style="${STYLE.shopName}">${wordmark(identity, logoSource)}</td></tr>
<tr><td class="${CLASS.sheet}" style="${STYLE.sheet}">
<h1 class="${CLASS.green}" style="${STYLE.title}">${content.title}</h1>
${content.blocks.map((block) => renderBlock(RENDERERS, block))}
</td></tr>
<tr><td class="${CLASS.quiet}" style="${STYLE.imprint}">
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

/** In pixels; half the size of the attached file. */
const MAX_LOGO = { width: 160, height: 48 }

const RENDERERS: Renderers<SafeHtml> = {
  paragraph: ({ text }) => html`<p class="${CLASS.ink}" style="${STYLE.paragraph}">${text}</p>\n`,
  heading: ({ text }) => html`<h2 class="${CLASS.green}" style="${STYLE.heading}">${text}</h2>\n`,
  facts: ({
    facts,
  }) => html`<table role="presentation" cellpadding="0" cellspacing="0" style="${STYLE.block}">
${facts.map(factRow)}</table>\n`,
  items: ({
    items,
    sums,
    totalLabel = 'Total',
    total,
  }) => html`<table width="100%" cellpadding="0" cellspacing="0" style="${STYLE.items}">
<thead><tr>
${['Item', 'Subtotal'].map(headCell)}
</tr></thead>
<tbody>
${items.map(itemRow)}
${sums.map(({ label, value }) => sumRow(label, value, STYLE.sum))}
${sumRow(totalLabel, total, STYLE.total)}
</tbody></table>\n`,
  address: ({ label, lines }) => html`<p class="${CLASS.ink}" style="${STYLE.address}">
<span class="${CLASS.quiet}" style="${STYLE.label}">${label}</span><br>
${onLines(lines)}</p>\n`,
  link: ({ text, url }) => html`<p style="${STYLE.buttonLine}">
<a class="${CLASS.button}" href="${webAddress(url)}" style="${STYLE.button}">${text}</a></p>
<p class="${CLASS.quiet}" style="${STYLE.linkAddress}">${url}</p>\n`,
  quotation: ({ lines }) => html`<blockquote class="${CLASS.ruled} ${CLASS.quiet}" style="${STYLE.quotation}">
${onLines(lines)}</blockquote>\n`,
}

/** Text, because not every email client draws the SVG logo. */
const wordmark = ({ name, mark, logo }: ShopIdentity, logoSource: string | null) =>
  logo && logoSource !== null
    ? html`<img src="${logoSource}" alt="${name}" ${logoSize(logo)} style="${STYLE.logo}">`
    : html`<svg width="44" height="30" viewBox="-41 -32 82 56" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" style="vertical-align:-6px;margin-right:12px">${mark.emblem.map(
        ({ d, width }) => html`<path stroke-width="${String(width)}" d="${d}"/>`,
      )}</svg>${mark.letters ? html`<span style="${STYLE.drawnName}">${name}</span>` : name}`

function logoSize({ width, height }: Logo) {
  const scale = Math.min(MAX_LOGO.width / width, MAX_LOGO.height / height)
  return html`width="${String(Math.round(width * scale))}" height="${String(Math.round(height * scale))}"`
}

const onLines = (lines: string[]) => lines.map((line, at) => html`${at > 0 && html`<br>\n`}${line}`)

const factRow = ({ label, value }: { label: string; value: string }) => html`<tr>
<td class="${CLASS.quiet}" style="${STYLE.factLabel}">${label}</td>
<td class="${CLASS.ink}" style="${STYLE.fact}">${value}</td>
</tr>\n`

const headCell = (title: string, column: number) =>
  html`<th scope="col" class="${CLASS.quiet}" align="${column > 0 ? 'right' : 'left'}" style="${STYLE.headCell}">${title}</th>\n`

const itemRow = ({ name, net_weight, allergy_advice, quantity, price, subtotal }: EmailItem) => html`<tr>
<td class="${CLASS.ruled} ${CLASS.ink}" style="${STYLE.itemName}">${name}${
  net_weight && html`<span class="${CLASS.quiet}" style="${STYLE.label}">, ${net_weight}</span>`
}<br>
<span class="${CLASS.quiet}" style="${STYLE.label}">${quantity} &times; ${price} each</span></td>
<td class="${CLASS.ruled} ${CLASS.ink}" align="right" style="${STYLE.figure}">${subtotal}</td>
</tr>
<tr><td colspan="2" class="${CLASS.quiet}" style="${STYLE.advice}">${
  allergy_advice &&
  html`Allergy advice: ${splitAtAllergens(allergy_advice).map(({ text, isAllergen }) => (isAllergen ? html`<b class="${CLASS.ink}" style="${STYLE.allergen}">${text}</b>` : text))}`
}</td></tr>\n`

const sumRow = (label: string, value: string, style: string) => html`<tr>
<th scope="row" align="left" class="${CLASS.ruled} ${CLASS.ink}" style="${style}">${label}</th>
<td align="right" class="${CLASS.ruled} ${CLASS.ink}" style="${style}">${value}</td>
</tr>\n`

/** Throws for any link that is not http or https. */
function webAddress(url: string): string {
  if (!/^https?:\/\//.test(url))
    throw new Error(`'${url}' is no http or https URL, so it cannot be linked in an email.`)
  return url
}
