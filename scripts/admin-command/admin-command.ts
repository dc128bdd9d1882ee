import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { Office } from './open-accounts.ts'
import { readWords, USAGE, type Asked } from './command-line-arguments.ts'

/** `npm run admin`: who may enter the back-office, for whoever runs the shop, whether it is open at this moment or not. */
const EXIT = { done: 0, refused: 1, usage: 2 } as const
type Told = { lines: string[]; code: (typeof EXIT)[keyof typeof EXIT] }

const told = (...lines: string[]): Told => ({ lines, code: EXIT.done })
const refused = (line: string): Told => ({ lines: [line], code: EXIT.refused })

async function add({ accounts }: Office, email: string): Promise<Told> {
  const appointed = await accounts.appoint(email)
  if (!appointed.ok) return refused(`${email} is an administrator already.`)
  const { password } = appointed.value
  const signIn = password
    ? `Sign in at /admin with ${email} and ${password} (shown only this once), or choose a password at /forgot-password.`
    : 'The account keeps its password, and signs in with it at /admin.'
  return told(`${email} is an administrator now.`, signIn)
}

async function remove({ accounts }: Office, email: string): Promise<Told> {
  const dismissed = await accounts.dismiss(email)
  if (dismissed.ok) return told(`${email} is no administrator any more. Whoever was signed in to the back-office with it is out.`)
  return dismissed.refusal.code === 'last-administrator'
    ? refused(`${email} is the last administrator: without one nobody could enter the back-office. Add another one first.`)
    : refused(`${email} is no administrator.`)
}

async function list({ accounts }: Office): Promise<Told> {
  const header = ['E-mail', 'Name', 'Since', 'Second factor', 'Last sign-in']
  const rows = (await accounts.listAdministrators()).map(({ email, name, since, hasSecondFactor, lastSignedInAt }) => [
    email, name ?? '–', formatLondonDateTime(since), hasSecondFactor ? 'on' : 'off', lastSignedInAt ? formatLondonDateTime(lastSignedInAt) : 'never',
  ])
  if (rows.length === 0) return told('There is no administrator yet.')
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  return told(...[header, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()))
}

/** Opened only once it is clear what to do, so that somebody who mistyped it is told at once. */
async function run(asked: Asked): Promise<Told> {
  const { openOffice } = await import('./open-accounts.ts')
  const office = await openOffice(process.env)
  try {
    if (asked.command === 'list') return await list(office)
    return await (asked.command === 'add' ? add : remove)(office, asked.email)
  } finally {
    await office.close()
  }
}

/** What somebody at a terminal can use of whatever went wrong: its sentence, and never its stack. */
const problemOf = (problem: unknown) => refused(problem instanceof Error ? problem.message : String(problem))

const asked = readWords(process.argv.slice(2))
const { lines, code } = 'problem' in asked ? { lines: [asked.problem, USAGE], code: EXIT.usage } : await run(asked).catch(problemOf)
for (const line of lines) (code === EXIT.done ? console.log : console.error)(line)
process.exitCode = code
