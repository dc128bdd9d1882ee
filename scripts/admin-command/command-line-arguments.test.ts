import { expect, test } from 'vitest'
import { parseArguments } from './command-line-arguments.ts'

test.each([
  [[], 'Say what to do.'],
  [['promote', 'a@b.example'], "There is no 'promote'."],
  [['toString'], "There is no 'toString'."],
  [['add'], "'add' takes one e-mail address."],
  [['remove', 'a@b.example', 'c@d.example'], "'remove' takes one e-mail address."],
  [['add', 'anu@'], "'anu@' is no e-mail address."],
  [['add', 'anu@shop.example', '--role'], "'--role' takes one of: owner, manager, packer."],
  [['add', 'anu@shop.example', '--role', 'boss'], "'--role' takes one of: owner, manager, packer."],
  [['list', 'all'], "'list' takes nothing more."],
])('STAFF-1 npm run admin -- %j is rejected', (args, problem) =>
  expect(parseArguments(args)).toEqual({ problem }),
)

test('STAFF-2 an email address is normalised as in accounts', () => {
  expect(parseArguments(['add', ' Anu@Shop.Example '])).toEqual({
    command: 'add',
    email: 'anu@shop.example',
    role: 'owner',
  })
  expect(parseArguments(['add', '--role', 'packer', 'anu@shop.example'])).toEqual({
    command: 'add',
    email: 'anu@shop.example',
    role: 'packer',
  })
  expect(parseArguments(['list'])).toEqual({ command: 'list' })
})
