import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { renderBlock } from './email-content.ts'
import type { EmailContent, EmailItem, Renderers } from './email-content.ts'
import { demonstrationNotice, traderLines } from './email-layout.ts'

const MAX_LINE_LENGTH = 72

/** At most 72 columns; URLs are never broken. */
export function renderEmailText(content: EmailContent, identity: ShopIdentity): string {
  const notice = demonstrationNotice(identity)
  return [
    identity.name.toUpperCase(),
    wrap(content.title),
    ...content.blocks.map((block) => renderBlock(RENDERERS, block)),
    ['-- ', ...traderLines(identity).map((line) => wrap(line)), ...(notice ? ['', wrap(notice)] : [])].join(
      '\n',
    ),
    '',
  ].join('\n\n')
}

const RENDERERS: Renderers<string> = {
  paragraph: ({ text }) => wrap(text),
  heading: ({ text }) => `${text}\n${'-'.repeat(text.length)}`,
  facts: ({ facts }) => facts.map(factLine).join('\n'),
  items: ({ items, sums, totalLabel = 'Total', total }) =>
    [...items.map(itemText), [...sums, { label: totalLabel, value: total }].map(factLine).join('\n')].join(
      '\n\n',
    ),
  address: ({ label, lines }) => [`${label}:`, ...lines.map((line) => `  ${line}`)].join('\n'),
  link: ({ text, url }) => `${text}:\n${url}`,
  quotation: ({ lines }) => lines.map((line) => wrap(line, '> ')).join('\n'),
}

const factLine = ({ label, value }: { label: string; value: string }) => `${label}: ${value}`

const itemText = ({ name, net_weight, allergy_advice, quantity, price, subtotal }: EmailItem) =>
  [
    wrap(`${quantity} x ${name}${net_weight ? `, ${net_weight}` : ''}`),
    `  ${price} each, ${subtotal}`,
    ...(allergy_advice ? [wrap(`Allergy advice: ${allergy_advice}`, '  ')] : []),
  ].join('\n')

function wrap(text: string, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > MAX_LINE_LENGTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => indent + each).join('\n')
}
