import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'

const MAX_HEIGHT_PX = 760
const MAX_BYTES = 60_000
const QUALITIES = [82, 74, 66, 56, 46]

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export type ScreenRecorder = ReturnType<typeof createScreenRecorder>

/** Takes the pictures, and records each text that was on a screen. `replacements`: texts that differ each time. */
export function createScreenRecorder(
  page: Page,
  replacements: Record<string, string>,
  texts = new Set<string>(),
) {
  const pictures = new Map<string, Buffer>()

  async function readTexts() {
    for (const text of await page.evaluate(collectTexts)) texts.add(text)
  }

  async function openScreen(path: string) {
    const response = await page.goto(path)
    if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}.`)
    await waitForHydration(page)
    await readTexts()
  }

  async function takePicture(name: string, target: Locator, { maxHeight = MAX_HEIGHT_PX, margin = 0 } = {}) {
    await target.waitFor()
    await readTexts()
    await page.evaluate(replaceTexts, Object.entries(replacements))
    await target.scrollIntoViewIfNeeded()
    await page.evaluate(() => document.fonts.ready)
    const box = await target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + scrollX, y: y + scrollY, width, height }
    })
    const [x, y] = [Math.floor(box.x) - margin, Math.floor(box.y) - margin]
    const screenshot = await page.screenshot({
      fullPage: true,
      animations: 'disabled',
      clip: {
        x,
        y,
        width: Math.ceil(box.width) + 2 * margin,
        height: Math.min(Math.ceil(box.height) + 2 * margin, maxHeight),
      },
    })
    pictures.set(`${name}.webp`, await encode(name, screenshot))
  }

  /** Replaces the folder. */
  async function writePictures(folder: string) {
    await mkdir(folder, { recursive: true })
    for (const file of await readdir(folder)) await rm(join(folder, file))
    for (const [file, bytes] of pictures) await writeFile(join(folder, file), bytes)
  }

  return { page, texts, pictures, openScreen, readTexts, takePicture, writePictures }
}

async function encode(name: string, screenshot: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(screenshot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length <= MAX_BYTES) return bytes
  }
  throw new Error(`The picture ${name} is larger than ${MAX_BYTES} bytes: show less of the screen.`)
}

/** Collects each visible text, and the whole text of buttons, labels, headings and the like. */
function collectTexts(): string[] {
  const found: string[] = []
  const add = (text: string | null) => found.push((text ?? '').replaceAll(/\s+/g, ' ').trim())
  const isShown = (element: Element | null) =>
    element !== null && (element.tagName === 'OPTION' || element.checkVisibility())
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isShown(node.parentElement)) add(node.nodeValue)
  for (const element of document.querySelectorAll('button, a, label, legend, summary, h1, h2, h3, th'))
    if (isShown(element)) add(element.textContent)
  for (const element of document.querySelectorAll('[aria-label]'))
    if (isShown(element)) add(element.getAttribute('aria-label'))
  return found.filter(Boolean)
}

function replaceTexts(replacements: [from: string, to: string][]) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [from, to] of replacements)
      if (node.nodeValue?.includes(from)) node.nodeValue = node.nodeValue.replaceAll(from, to)
}
