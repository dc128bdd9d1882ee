import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Variables with these names contain elements. */
const ELEMENTS =
  /^(?:actions|amount|aside|body|buttons|children|chooseButton|clearFilters|content|control|deliveryChoice|dialog|figures|footer|form|header|heading|hidden|icon|keepButton|lead|link|notice|openOrdersNotice|mails|relatedSection|renderCheckbox|row|shape|standardRates|summary|tools)$/

type Syntax = { type: string; start: number; end: number; [key: string]: unknown }
type Kind = 'text' | 'changing text' | 'element' | 'nothing'

/**
 * Browser translation replaces text nodes. React then updates a text node that is no longer shown, unless it
 * is the only child: then React replaces the content.
 */
test('STOREFRONT-42 no text that changes is beside another text or an element', () => {
  const offending = globSync('{app,features,kit}/**/*.tsx', {
    cwd: ROOT,
    exclude: ['**/*.test.tsx'],
  }).flatMap((path) =>
    findChangingTexts(readFileSync(join(ROOT, path), 'utf8')).map((text) => `${path}: ${text}`),
  )
  expect(offending).toEqual([])
})

test('STOREFRONT-42 a text that changes is found beside a text and beside an element', () => {
  expect(findChangingTexts('<p>Only {stock} left</p>')).toHaveLength(1)
  expect(findChangingTexts('<p>{name} <b>new</b></p>')).toHaveLength(1)
  expect(findChangingTexts('<p>{isNew ? label : null}<b>new</b></p>')).toHaveLength(1)
  for (const fine of [
    '<p>{`Only ${stock} left`}</p>',
    '<p><span>{name}</span> <b>new</b></p>',
    '<p>Within {WORKING_DAYS} days. {messages.rights}</p>',
    '<p>{icon} {isNew && <b>new</b>}</p>',
  ])
    expect(findChangingTexts(fine), fine).toEqual([])
})

function findChangingTexts(source: string): string[] {
  const { program, errors } = parseSync('page.tsx', source, { lang: 'tsx' })
  if (errors.length > 0) throw new Error(errors[0]!.message)
  const found: string[] = []
  visit(program)
  return found

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, children } = node as Syntax
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const kinds = (children as Syntax[]).map(kindOfChild).filter((kind) => kind !== 'nothing')
      if (kinds.length > 1 && kinds.includes('changing text')) found.push(source.slice(start, end))
    }
    Object.values(node).forEach(visit)
  }
}

function kindOfChild(child: Syntax): Kind {
  if (child.type === 'JSXText') return (child['value'] as string).trim() ? 'text' : 'nothing'
  if (child.type === 'JSXExpressionContainer') return kindOf(child['expression'] as Syntax)
  return 'element'
}

function kindOf(expression: Syntax): Kind {
  const part = (name: string) => expression[name] as Syntax
  switch (expression.type) {
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'ParenthesizedExpression':
      return kindOf(part('expression'))
    case 'JSXElement':
    case 'JSXFragment':
      return 'element'
    case 'Literal':
      return typeof expression['value'] === 'string' && expression['value'].trim() ? 'text' : 'nothing'
    case 'ConditionalExpression': {
      const kinds = [kindOf(part('consequent')), kindOf(part('alternate'))]
      return kinds.some((kind) => kind.endsWith('text')) ? 'changing text' : 'element'
    }
    case 'LogicalExpression':
      return kindOf(part('right')) === 'element' ? 'element' : 'changing text'
    case 'CallExpression':
      return part('callee').type === 'MemberExpression' && /^(?:flatMap|map)$/.test(nameOf(part('callee')))
        ? 'element'
        : kindOfName(nameOf(part('callee')))
    case 'Identifier':
    case 'MemberExpression':
      return isConstant(expression) ? 'text' : kindOfName(nameOf(expression))
    default:
      return 'changing text'
  }
}

const kindOfName = (name: string): Kind => (ELEMENTS.test(name) ? 'element' : 'changing text')

const nameOf = ({ type, name, property }: Syntax): string =>
  type === 'Identifier' ? (name as string) : type === 'MemberExpression' ? nameOf(property as Syntax) : ''

/** Such as `RETURN_WITHIN_DAYS`, and a sentence of a list of messages. */
const isConstant = ({ type, name, object, computed }: Syntax) =>
  type === 'Identifier'
    ? /^[A-Z][A-Z0-9_]+$/.test(name as string)
    : !computed && /(?:messages|sentences|texts)$/i.test(nameOf(object as Syntax))
