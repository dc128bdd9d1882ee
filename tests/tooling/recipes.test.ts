import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRecipes, ROOT } from '#prove/recipes/read-recipes.ts'
import { APPLY_OPTIONS } from '#prove/recipes/recipe-tree.ts'

const recipes = readRecipes()

test('each patch is in a recipe', () => {
  expect(recipes.map(({ patch }) => patch).toSorted()).toEqual(
    globSync('prove/recipes/*.patch', { cwd: ROOT }).toSorted(),
  )
})

test.each(recipes)('$title: the table has the files of the patch, which applies', ({ patch, ...recipe }) => {
  expect(recipe.rows.flatMap(({ files }) => files).toSorted()).toEqual(recipe.files.toSorted())
  expect(recipe.fileCount).toBe(recipe.files.length)
  for (const { names, files, checks } of recipe.rows) {
    expect(files, `${names.join()} is in the patch`).not.toEqual([])
    expect(checks, `a check fails without ${names.join()}`).not.toEqual([])
  }
  execFileSync('git', ['apply', '--check', ...APPLY_OPTIONS, patch], { cwd: ROOT, stdio: 'pipe' })
})
