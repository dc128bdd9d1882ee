import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { AdminAccounts } from './open-accounts.ts'
import { parseArguments, USAGE, type AdminCommand } from './command-line-arguments.ts'

/** `npm run admin`: adds, removes and lists administrators, whether the shop is running or not. */
const EXIT = { done: 0, rejected: 1, usage: 2 } as const
type CommandResult = { lines: string[]; code: (typeof EXIT)[keyof typeof EXIT] }

const succeeded = (...lines: string[]): CommandResult => ({ lines, code: EXIT.done })
const rejected = (line: string): CommandResult => ({ lines: [line], code: EXIT.rejected })

async function add({ accounts }: AdminAccounts, email: string): Promise<CommandResult> {
  const granted = await accounts.grantAdminRole(email)
  if (!granted.ok) return rejected(`${email} is an administrator already.`)
  const { password } = granted.value
  const signIn = password
    ? `Sign in at /admin with ${email} and ${password} (shown only this once), or choose a password at /forgot-password.`
    : 'The account keeps its password, and signs in with it at /admin.'
  return succeeded(`${email} is an administrator now.`, signIn)
}

async function remove({ accounts }: AdminAccounts, email: string): Promise<CommandResult> {
  const revoked = await accounts.revokeAdminRole(email)
  if (revoked.ok)
    return succeeded(
      `${email} is no administrator any more. Whoever was signed in to the back-office with it is out.`,
    )
  return revoked.refusal.code === 'last-administrator'
    ? rejected(
        `${email} is the last administrator: without one nobody could enter the back-office. Add another one first.`,
      )
    : rejected(`${email} is no administrator.`)
}

async function list({ accounts }: AdminAccounts): Promise<CommandResult> {
  const header = ['E-mail', 'Name', 'Since', 'Second factor', 'Last sign-in']
  const rows = (await accounts.listAdministrators()).map(
    ({ email, name, since, hasSecondFactor, lastSignedInAt }) => [
      email,
      name ?? '–',
      formatLondonDateTime(since),
      hasSecondFactor ? 'on' : 'off',
      lastSignedInAt ? formatLondonDateTime(lastSignedInAt) : 'never',
    ],
  )
  if (rows.length === 0) return succeeded('There is no administrator yet.')
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  return succeeded(
    ...[header, ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    ),
  )
}

/** Opens the database only after the arguments are validated. */
async function run(parsedArguments: AdminCommand): Promise<CommandResult> {
  const { openAdminAccounts } = await import('./open-accounts.ts')
  const adminAccounts = await openAdminAccounts(process.env)
  try {
    if (parsedArguments.command === 'list') return await list(adminAccounts)
    return await (parsedArguments.command === 'add' ? add : remove)(adminAccounts, parsedArguments.email)
  } finally {
    await adminAccounts.close()
  }
}

const toErrorResult = (problem: unknown) =>
  rejected(problem instanceof Error ? problem.message : String(problem))

const parsedArguments = parseArguments(process.argv.slice(2))
const { lines, code } =
  'problem' in parsedArguments
    ? { lines: [parsedArguments.problem, USAGE], code: EXIT.usage }
    : await run(parsedArguments).catch(toErrorResult)
for (const line of lines) (code === EXIT.done ? console.log : console.error)(line)
process.exitCode = code
