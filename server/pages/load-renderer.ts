import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createRenderer, Renderer } from '#web/server-renderer.tsx'
import { StartupError } from '#server/start/startup-error.ts'

type RendererModule = { createRenderer: typeof createRenderer }

/** The built renderer: screens are JSX, which Node does not run as it stands. */
export async function loadRenderer(folder: string, ...parts: Parameters<typeof createRenderer>): Promise<Renderer> {
  const file = join(folder, 'render.js')
  if (!existsSync(file)) throw new StartupError('The shop is not built yet. Start it with: npm start')
  const renderer = (await import(pathToFileURL(file).href)) as RendererModule
  return renderer.createRenderer(...parts)
}
