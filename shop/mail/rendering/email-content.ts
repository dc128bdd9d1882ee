import { safeName } from './untrusted-text.ts'

/** One line of an order in a letter; money is written out already. */
export type EmailItem = {
  name: string
  net_weight: string | null
  allergy_advice: string | null
  quantity: number
  price: string
  subtotal: string
}

/** What a letter is made of. Both renderings below must answer for every kind, so text and HTML never drift apart. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  | { kind: 'items'; items: EmailItem[]; sums: { label: string; value: string }[]; total: string }
  | { kind: 'address'; label: string; lines: string[] }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'quotation'; lines: string[] }
export type BlockKind = Block['kind']
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>
/** A rendering as a table that the compiler completes. */
export type Renderers<Result> = { [Kind in BlockKind]: (block: BlockOf<Kind>) => Result }

export type EmailContent = {
  to: { name: string; address: string }
  subject: string
  /** The line that inboxes show beside the subject. */
  preview: string
  title: string
  blocks: Block[]
}

export function renderBlock<Result>(renderers: Renderers<Result>, block: Block): Result {
  return (renderers[block.kind] as (block: Block) => Result)(block)
}

const firstNameOf = (fullName: string | null) => safeName(fullName ?? '').split(' ')[0] ?? ''
/** 'Hello Anu,' or, where no name is known that may stand there, 'Hello,'. */
export const greeting = (fullName: string | null) => {
  const name = firstNameOf(fullName)
  return name === '' ? 'Hello,' : `Hello ${name},`
}
