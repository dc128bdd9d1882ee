import { treeWithout, type Mutant } from './mutants.ts'
import { Tries, type Part } from './proof.ts'
import { openStage, SHORT_SCALE, type Door } from './proof-context.ts'

export type Found = { asks: string; times: number; wrong: readonly string[]; note: string; seconds: number }
export type Caught = { mutant: Mutant; isCaught: boolean; how: string }

/** Runs a part's steps, or those that are named, and tells what each found. */
export async function prove(
  part: Part,
  { scale, main, door, only, tell = () => {} }: { scale: number; main?: string; door?: Door; only?: string; tell?: (found: Found) => void },
): Promise<Found[]> {
  const stage = openStage({ scale, ...(main && { main }), ...(door && { door }) })
  const founds: Found[] = []
  try {
    for (const step of part.steps) {
      if (only !== undefined && step.name !== only) continue
      const tries = new Tries()
      const began = performance.now()
      const note = (await step.prove(stage, tries)) ?? ''
      const found = { asks: step.asks, times: tries.times, wrong: tries.wrong, note, seconds: (performance.now() - began) / 1000 }
      if (tries.times === 0) throw new Error(`${part.name}: "${step.asks}" tried nothing.`)
      founds.push(found)
      tell(found)
    }
  } finally {
    await stage.close()
  }
  if (founds.length === 0) throw new Error(`${part.name} has no step ${only}.`)
  return founds
}

/** Runs the short form of a mutant's step on a shop without its guard. A shop that breaks instead of answering wrongly is not caught. */
export async function meet(part: Part, mutant: Mutant): Promise<Caught> {
  const tree = treeWithout(mutant)
  try {
    const [found] = await prove(part, { scale: SHORT_SCALE, main: tree.main, only: mutant.step })
    const { times, wrong } = found!
    return { mutant, isCaught: wrong.length > 0, how: wrong.length > 0 ? `${wrong.length} of ${times} wrong, such as: ${wrong[0]}` : 'not found' }
  } catch (problem) {
    return { mutant, isCaught: false, how: `broke: ${problem instanceof Error ? problem.message : String(problem)}` }
  } finally {
    tree.remove()
  }
}
