import axe from 'axe-core'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What shuts somebody out of the page as it stands, or of a part of it, by rule and place. Only what is wrong is collected,
 * and the rules are brought into each page once: a page is judged at several widths, and all pages are.
 */
export async function violationsOn(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([rules, within]) => {
      // Colours halfway from one scheme to the other, and a dialog halfway in, are nobody's to judge.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, { runOnly: rules, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    [RULES, part] as const,
  )
}
