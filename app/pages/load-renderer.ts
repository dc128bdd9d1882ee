import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRenderer, Renderer } from '#app/server-renderer.tsx'
import { StartupError } from '#platform/processes/startup-error.ts'

type RendererModule = { createRenderer: typeof createRenderer }

/** Loads the built renderer, because Node cannot run JSX. */
export async function loadRenderer(
  folder: string,
  ...args: Parameters<typeof createRenderer>
): Promise<Renderer> {
  const file = join(folder, 'render.js')
  if (!existsSync(file)) throw new StartupError('The shop is not built yet. Start it with: npm start')
  const renderer = (await import(pathToFileURL(file).href)) as RendererModule
  return renderer.createRenderer(...args)
}
