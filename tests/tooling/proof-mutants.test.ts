import { expect, test } from 'vitest'
import { applyMutant } from '#prove/runner/mutants.ts'
import { proofs } from '#prove/proofs.ts'

test.each(
  proofs.flatMap(({ name, mutants }) => mutants.map((mutant) => [name, mutant.guard, mutant] as const)),
)('%s: the guard "%s" stands where a mutant takes it out, once', (name, _guard, mutant) => {
  expect(applyMutant(mutant)).not.toContain(mutant.to.includes(mutant.from) ? '\0' : mutant.from)
  if (mutant.also) expect(applyMutant({ ...mutant, ...mutant.also })).toContain(mutant.also.to)
  const steps = proofs.find((proof) => proof.name === name)!.steps.map((step) => step.name)
  expect(steps).toContain(mutant.step)
})
