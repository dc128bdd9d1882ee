import { describe, expect, test } from 'vitest'
import { editText, type TextTool } from './text-editing.ts'

/** `<` and `>` mark the selection. */
function edited(tool: TextTool, marked: string): string {
  const from = marked.indexOf('<')
  const to = marked.indexOf('>') - 1
  const text = marked.replace(/[<>]/g, '')
  const edit = editText(tool, { text, from, to })
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  return `${result.slice(0, edit.selectFrom)}<${result.slice(edit.selectFrom, edit.selectTo)}>${result.slice(edit.selectTo)}`
}

describe('CONTENT-12 The buttons of the editor', () => {
  test.each<[TextTool, string, string]>([
    ['heading', 'One\nT<>wo\nThree', 'One\n## Two<>\nThree'],
    ['heading', '<>', '## <>'],
    ['heading', '- A point<>', '## A point<>'],
    ['list', '<One\nTwo>', '- One\n- Two<>'],
    ['list', '1. One<>\n2. Two', '- One<>\n2. Two'],
    ['numbers', '- <One\n- Two>\n', '1. One\n2. Two<>\n'],
    ['bold', 'by <hand>!', 'by **<hand>**!'],
    ['bold', '<>', '**<>**'],
    ['link', 'our <shop>', 'our [shop](<https://>)'],
    ['link', 'see <>', 'see [<>](https://)'],
  ])('%s: %j becomes %j', (tool, before, after) => {
    expect(edited(tool, before)).toBe(after)
  })
})
