import { createMutantTree, type Mutant } from './mutants.ts'
import { CheckCounter, type ProofDefinition } from './proof.ts'
import { createProofContext, SHORT_SCALE, type RunningShopAddress } from './proof-context.ts'

export type StepResult = {
  scenario: string
  times: number
  wrong: readonly string[]
  note: string
  seconds: number
}
export type MutantResult = { mutant: Mutant; isCaught: boolean; how: string }

export async function runProof(
  proof: ProofDefinition,
  {
    scale,
    main,
    sharedShop,
    only,
    onStepResult = () => {},
  }: {
    scale: number
    main?: string
    sharedShop?: RunningShopAddress
    only?: string
    onStepResult?: (found: StepResult) => void
  },
): Promise<StepResult[]> {
  const proofContext = createProofContext({ scale, ...(main && { main }), ...(sharedShop && { sharedShop }) })
  const stepResults: StepResult[] = []
  try {
    for (const step of proof.steps) {
      if (only !== undefined && step.name !== only) continue
      const checks = new CheckCounter()
      const startedAt = performance.now()
      const note = (await step.runProof(proofContext, checks)) ?? ''
      const found = {
        scenario: step.scenario,
        times: checks.times,
        wrong: checks.wrong,
        note,
        seconds: (performance.now() - startedAt) / 1000,
      }
      if (checks.times === 0) throw new Error(`${proof.name}: "${step.scenario}" tried nothing.`)
      stepResults.push(found)
      onStepResult(found)
    }
  } finally {
    await proofContext.close()
  }
  if (stepResults.length === 0) throw new Error(`${proof.name} has no step ${only}.`)
  return stepResults
}

/** A shop that fails to start does not count as detected. */
export async function runMutant(proof: ProofDefinition, mutant: Mutant): Promise<MutantResult> {
  const tree = createMutantTree(mutant)
  try {
    const [found] = await runProof(proof, { scale: SHORT_SCALE, main: tree.main, only: mutant.step })
    const { times, wrong } = found!
    return {
      mutant,
      isCaught: wrong.length > 0,
      how: wrong.length > 0 ? `${wrong.length} of ${times} wrong, such as: ${wrong[0]}` : 'not found',
    }
  } catch (problem) {
    return {
      mutant,
      isCaught: false,
      how: `broke: ${problem instanceof Error ? problem.message : String(problem)}`,
    }
  } finally {
    tree.remove()
  }
}
