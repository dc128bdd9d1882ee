/** What an editor button does to the text: the new text of a range, and the selection afterwards. */
export type TextEdit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number }
export type TextTool = 'heading' | 'list' | 'numbers' | 'bold' | 'link'
type Selection = { text: string; from: number; to: number }

const LINE_MARK = /^(?:#{1,3} |[-*] |\d+[.)] )/
const SAMPLE_ADDRESS = 'https://'

export function editText(tool: TextTool, { text, from, to }: Selection): TextEdit {
  const selected = text.slice(from, to)
  if (tool === 'bold') {
    const insert = `**${selected}**`
    return { from, to, insert, selectFrom: from + 2, selectTo: from + 2 + selected.length }
  }
  if (tool === 'link') {
    const insert = `[${selected}](${SAMPLE_ADDRESS})`
    const addressFrom = from + selected.length + 3
    return selected === ''
      ? { from, to, insert, selectFrom: from + 1, selectTo: from + 1 }
      : { from, to, insert, selectFrom: addressFrom, selectTo: addressFrom + SAMPLE_ADDRESS.length }
  }
  // Replaces the marks of whole lines.
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const insert = text
    .slice(start, end)
    .split('\n')
    .map((line, index) => {
      const mark = tool === 'heading' ? '## ' : tool === 'list' ? '- ' : `${index + 1}. `
      return mark + line.replace(LINE_MARK, '')
    })
    .join('\n')
  const last = start + insert.length
  return { from: start, to: end, insert, selectFrom: last, selectTo: last }
}
