import { basename } from 'node:path'
import type { CheckCounter, ProofDefinition } from '#prove/runner/proof.ts'
import { readRecipes, type Recipe } from './read-recipes.ts'
import { createRecipeTree } from './recipe-tree.ts'

/** Applies the recipe to a copy of the tree, then takes out one row at a time. */
function proveRecipe({ patch, files, rows }: Recipe, checks: CheckCounter): string {
  const tree = createRecipeTree()
  try {
    tree.apply(patch, files)
    const failure = tree.findFailure([...new Set(rows.flatMap((row) => row.checks))])
    checks.expect(failure === null, () => `with all steps: ${failure?.slice(-1500)}`)
    for (const row of rows) {
      tree.revert(patch, row.files)
      for (const check of row.checks)
        checks.expect(
          tree.findFailure([check]) !== null,
          () => `without ${row.files.join(', ')}: ${check} passes`,
        )
      tree.apply(patch, row.files)
    }
    return `${files.length} files`
  } finally {
    tree.remove()
  }
}

export const recipes: ProofDefinition = {
  name: 'recipes',
  title: 'Recipes',
  about:
    'Each recipe of CONTRIBUTING.md that links to a patch is applied to a copy of the tree: with all its steps, the checks of its table pass, and without any one step, each check fails that the step names.',
  steps: readRecipes().map((recipe) => ({
    name: basename(recipe.patch, '.patch'),
    scenario: recipe.title,
    runProof: async (_proofContext, checks) => proveRecipe(recipe, checks),
  })),
  mutants: [],
}
