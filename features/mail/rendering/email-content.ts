import { safeName } from './untrusted-text.ts'

export type EmailItem = {
  name: string
  net_weight: string | null
  allergy_advice: string | null
  quantity: number
  price: string
  subtotal: string
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  | {
      kind: 'items'
      items: EmailItem[]
      sums: { label: string; value: string }[]
      totalLabel?: string
      total: string
    }
  | { kind: 'address'; label: string; lines: string[] }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'quotation'; lines: string[] }
type BlockKind = Block['kind']
type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>
export type Renderers<Result> = { [Kind in BlockKind]: (block: BlockOf<Kind>) => Result }

export type EmailContent = {
  to: { name: string; address: string }
  /** The person who wrote it, if any. */
  replyTo?: { name: string; address: string }
  subject: string
  preview: string
  title: string
  blocks: Block[]
  /** A POST to this URL stops such emails without signing in (RFC 8058). */
  unsubscribeUrl?: string
}

export function renderBlock<Result>(renderers: Renderers<Result>, block: Block): Result {
  return (renderers[block.kind] as (block: Block) => Result)(block)
}

const firstNameOf = (fullName: string | null) => safeName(fullName ?? '').split(' ')[0] ?? ''
export const greeting = (fullName: string | null) => {
  const name = firstNameOf(fullName)
  return name === '' ? 'Hello,' : `Hello ${name},`
}
