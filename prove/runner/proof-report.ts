import { describeDateAndMachine, writeSection, formatMarkdownTable } from '#bench/runner/report-sections.ts'
import type { ProofDefinition } from './proof.ts'
import type { MutantResult, StepResult } from './run-proof.ts'

const INTRODUCTION = `# What was tried to make the shop fail

Made by \`npm run prove\`; \`npm run prove -- NAME\` proves one part again and leaves the others as they are.
\`PROVE_SCALE=0.1\` does a tenth of it, \`--short\` a hundredth; \`npm test\` contains a little of each. All traffic stays on the machine.
What was tried is told as the whole proof does it; below each stands the scale it was run at, and the counts are of that run.
A mutant is a shop with one guard taken out: the short form of the part has to find it. Where another guard stands behind it,
what is found is that somebody was answered wrongly, and nothing wrong was stored.
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
    ...formatMarkdownTable(['tried', 'times', 'wrong', 'seen'], rows),
    '',
    ...(faults.length > 0 ? ['What was wrong, the first of each:', '', ...faults, ''] : []),
    ...(caught.length > 0
      ? [sum, '', ...formatMarkdownTable(['guard taken out', 'where', 'found'], mutants), '']
      : ['Mutants were not run.', '']),
    `\`PROVE_SCALE=${scale} npm run prove -- ${name}\`, ${Math.round(seconds)} s, ${describeDateAndMachine()}.\n`,
  ])
}

const toTableCell = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH)}…` : line
}
