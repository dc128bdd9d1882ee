import { expect, test } from 'vitest'
import { readWords } from './command-line-arguments.ts'

test.each([
  [[], 'Say what to do.'],
  [['promote', 'a@b.example'], "There is no 'promote'."],
  [['toString'], "There is no 'toString'."],
  [['add'], "'add' takes one e-mail address."],
  [['remove', 'a@b.example', 'c@d.example'], "'remove' takes one e-mail address."],
  [['add', 'anu@'], "'anu@' is no e-mail address."],
  [['list', 'all'], "'list' takes nothing more."],
])('§6 npm run admin -- %j is nothing that can be done', (words, problem) => expect(readWords(words)).toEqual({ problem }))

test('§6 an address is taken as accounts keep it', () => {
  expect(readWords(['add', ' Anu@Shop.Example '])).toEqual({ command: 'add', email: 'anu@shop.example' })
  expect(readWords(['list'])).toEqual({ command: 'list' })
})
