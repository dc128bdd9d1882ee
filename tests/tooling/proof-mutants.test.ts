import { expect, test } from 'vitest'
import { mutated } from '#prove/runner/mutants.ts'
import { parts } from '#prove/proofs.ts'

test.each(parts.flatMap(({ name, mutants }) => mutants.map((mutant) => [name, mutant.guard, mutant] as const)))(
  '%s: the guard "%s" stands where a mutant takes it out, once', (name, _guard, mutant) => {
    expect(mutated(mutant)).not.toContain(mutant.to.includes(mutant.from) ? '\0' : mutant.from)
    const steps = parts.find((part) => part.name === name)!.steps.map((step) => step.name)
    expect(steps).toContain(mutant.step)
  },
)
