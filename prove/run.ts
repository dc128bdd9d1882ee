import { parts } from './proofs.ts'
import { meet, prove, type Caught, type Found } from './runner/run-proof.ts'
import { report } from './runner/proof-report.ts'
import { SHORT_SCALE } from './runner/proof-context.ts'

/** `npm run prove [-- part …] [--short] [--no-mutants]`: proves everything, or what is named, and writes docs/proofs.md. */
const words = process.argv.slice(2)
const asked = words.filter((word) => !word.startsWith('--'))
const scale = words.includes('--short') ? SHORT_SCALE : Number(process.env['PROVE_SCALE'] ?? 1)
const names = parts.map(({ name }) => name)
const unknown = asked.filter((word) => !names.includes(word))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const tell = ({ asks, times, wrong, note, seconds }: Found) => {
  say(`${wrong.length === 0 ? '  ' : '✗ '}${asks}: ${times} times, ${wrong.length} wrong${note && `; ${note}`} (${seconds.toFixed(1)} s)`)
  for (const line of wrong.slice(0, 10)) say(`    ${line}`)
}

if (unknown.length > 0 || !(scale > 0 && scale <= 1)) {
  const problem = unknown.length > 0 ? `There is no ${unknown.join(', ')} to prove. There are: ${names.join(', ')}.` : 'PROVE_SCALE is a number above 0, 1 at most.'
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  for (const part of parts) {
    if (asked.length > 0 && !asked.includes(part.name)) continue
    const began = performance.now()
    say(`── ${part.title}`)
    const founds = await prove(part, { scale, tell })
    const caught: Caught[] = []
    for (const mutant of words.includes('--no-mutants') ? [] : part.mutants) {
      const one = await meet(part, mutant)
      say(`${one.isCaught ? '  ' : '✗ '}without: ${mutant.guard}: ${one.how}`)
      caught.push(one)
    }
    report(part, { scale, seconds: (performance.now() - began) / 1000, founds, caught }, names)
    if (founds.some(({ wrong }) => wrong.length > 0) || caught.some(({ isCaught }) => !isCaught)) process.exitCode = 1
  }
}
