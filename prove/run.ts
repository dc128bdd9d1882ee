import { proofs } from './proofs.ts'
import { runMutant, runProof, type MutantResult, type StepResult } from './runner/run-proof.ts'
import { writeProofReport } from './runner/proof-report.ts'
import { SHORT_SCALE } from './runner/proof-context.ts'

/** `npm run prove [-- name …] [--short] [--no-mutants]`: runs all proofs, or the named ones, and writes docs/proofs.md. */
const commandArguments = process.argv.slice(2)
const requestedNames = commandArguments.filter((argument) => !argument.startsWith('--'))
const scale = commandArguments.includes('--short') ? SHORT_SCALE : Number(process.env['PROVE_SCALE'] ?? 1)
const names = proofs.map(({ name }) => name)
const unknown = requestedNames.filter((argument) => !names.includes(argument))
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

const onStepResult = ({ scenario, times, wrong, note, seconds }: StepResult) => {
  printLine(
    `${wrong.length === 0 ? '  ' : '✗ '}${scenario}: ${times} times, ${wrong.length} wrong${note && `; ${note}`} (${seconds.toFixed(1)} s)`,
  )
  for (const line of wrong.slice(0, 10)) printLine(`    ${line}`)
}

if (unknown.length > 0 || !(scale > 0 && scale <= 1)) {
  const problem =
    unknown.length > 0
      ? `There is no ${unknown.join(', ')} to prove. There are: ${names.join(', ')}.`
      : 'PROVE_SCALE is a number above 0, 1 at most.'
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  for (const proof of proofs) {
    if (requestedNames.length > 0 && !requestedNames.includes(proof.name)) continue
    const began = performance.now()
    printLine(`── ${proof.title}`)
    const stepResults = await runProof(proof, { scale, onStepResult })
    const caught: MutantResult[] = []
    for (const mutant of commandArguments.includes('--no-mutants') ? [] : proof.mutants) {
      const mutantResult = await runMutant(proof, mutant)
      printLine(`${mutantResult.isCaught ? '  ' : '✗ '}without: ${mutant.guard}: ${mutantResult.how}`)
      caught.push(mutantResult)
    }
    writeProofReport(
      proof,
      { scale, seconds: (performance.now() - began) / 1000, stepResults, caught },
      names,
    )
    if (stepResults.some(({ wrong }) => wrong.length > 0) || caught.some(({ isCaught }) => !isCaught))
      process.exitCode = 1
  }
}
