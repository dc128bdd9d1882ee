import { dayAndMachine, putSection, tableLines } from '#bench/runner/report-sections.ts'
import type { Part } from './proof.ts'
import type { Caught, Found } from './run-proof.ts'

const INTRODUCTION = `# What was tried to make the shop fail

Made by \`npm run prove\`; \`npm run prove -- NAME\` proves one part again and leaves the others as they are.
\`PROVE_SCALE=0.1\` does a tenth of it, \`--short\` a hundredth; \`npm test\` contains a little of each. All traffic stays on the machine.
What was tried is told as the whole proof does it; below each stands the scale it was run at, and the counts are of that run.
A mutant is a shop with one guard taken out: the short form of the part has to find it. Where another guard stands behind it,
what is found is that somebody was answered wrongly, and nothing wrong was stored.
`
const SHOWN = 5
const CELL = 140

export type Proof = { scale: number; seconds: number; founds: readonly Found[]; caught: readonly Caught[] }

/** Puts what a part found in its place in the report. */
export function report({ name, title, about }: Part, { scale, seconds, founds, caught }: Proof, names: readonly string[]) {
  const count = new Intl.NumberFormat('en-GB')
  const rows = founds.map(({ asks, times, wrong, note }) => [asks, count.format(times), count.format(wrong.length), note])
  const faults = founds.flatMap(({ wrong }) => wrong.slice(0, SHOWN).map((line) => `- ${inACell(line)}`))
  const mutants = caught.map(({ mutant, how }) => [mutant.guard, `\`${mutant.file}\``, inACell(how)])
  const sum = `Mutants: ${caught.filter(({ isCaught }) => isCaught).length} of ${caught.length} caught.`
  putSection({ file: 'docs/proofs.md', introduction: INTRODUCTION, names }, name, [
    `## ${title}`, '', about, '',
    ...tableLines(['tried', 'times', 'wrong', 'seen'], rows), '',
    ...(faults.length > 0 ? ['What was wrong, the first of each:', '', ...faults, ''] : []),
    ...(caught.length > 0 ? [sum, '', ...tableLines(['guard taken out', 'where', 'found'], mutants), ''] : ['Mutants were not run.', '']),
    `\`PROVE_SCALE=${scale} npm run prove -- ${name}\`, ${Math.round(seconds)} s, ${dayAndMachine()}.\n`,
  ])
}

/** One line that a table can hold. */
const inACell = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > CELL ? `${line.slice(0, CELL)}…` : line
}
