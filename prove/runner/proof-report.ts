import { describeDateAndMachine, writeSection, formatMarkdownTable } from '#bench/runner/report-sections.ts'
import type { ProofDefinition } from './proof.ts'
import type { MutantResult, StepResult } from './run-proof.ts'

const INTRODUCTION = `# Results of npm run prove

\`npm run prove -- NAME\` repeats one part and keeps the results of the others.
\`PROVE_SCALE=0.1\` runs a tenth, \`--short\` a hundredth; \`npm test\` runs one short step of those that need no shop of their own. All traffic stays on the machine.
The first column describes the complete proof; the line below the tables names the scale of the run that was counted.
A mutant is a shop without one check; the short form of the proof must notice that. If a second check prevents wrong data, only the
response is wrong.
`
const MAX_SHOWN_FAULTS = 5
const MAX_CELL_LENGTH = 140

export type ProofRun = {
  scale: number
  seconds: number
  stepResults: readonly StepResult[]
  caught: readonly MutantResult[]
}

export function writeProofReport(
  { name, title, about }: ProofDefinition,
  { scale, seconds, stepResults, caught }: ProofRun,
  names: readonly string[],
) {
  const count = new Intl.NumberFormat('en-GB')
  const rows = stepResults.map(({ scenario, times, wrong, note }) => [
    scenario,
    count.format(times),
    count.format(wrong.length),
    note,
  ])
  const faults = stepResults.flatMap(({ wrong }) =>
    wrong.slice(0, MAX_SHOWN_FAULTS).map((line) => `- ${toTableCell(line)}`),
  )
  const mutants = caught.map(({ mutant, how }) => [mutant.guard, `\`${mutant.file}\``, toTableCell(how)])
  const sum = `Mutants: ${caught.filter(({ isCaught }) => isCaught).length} of ${caught.length} caught.`
  writeSection({ file: 'docs/proofs.md', introduction: INTRODUCTION, names }, name, [
    `## ${title}`,
    '',
    about,
    '',
    ...formatMarkdownTable(['tested', 'checks', 'wrong', 'observed'], rows),
    '',
    ...(faults.length > 0 ? ['First wrong results:', '', ...faults, ''] : []),
    ...(caught.length > 0
      ? [sum, '', ...formatMarkdownTable(['check removed', 'file', 'noticed by'], mutants), '']
      : ['Mutants were not run.', '']),
    `\`PROVE_SCALE=${scale} npm run prove -- ${name}\`, ${Math.round(seconds)} s, ${describeDateAndMachine()}.\n`,
  ])
}

const toTableCell = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH)}…` : line
}
