import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether a module is part of what every shop page starts with: reached from its entry without a dynamic import. */
function isReached(id: string, entry: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith(entry)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isReached(importer, entry, graph, seen))
}

/** Two builds of the same screens: scripts for the browser (`dist/browser`) and the renderer (`dist/renderer`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'web/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/renderer',
        ssr: true,
        target: 'node22',
        rolldownOptions: { input: 'web/render.tsx', output: { entryFileNames: 'render.js' } },
      }
    : {
        outDir: 'dist/browser',
        manifest: 'manifest.json',
        target: 'baseline-widely-available',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/browser.ts', 'web/admin-browser.ts'],
          output: {
            codeSplitting: {
              groups: [
                // One file for the start of every shop page compresses better, and arrives sooner, than twenty.
                { name: (id, graph) => (isReached(id, '/web/browser.ts', graph) ? 'shop' : null), priority: 2 },
                { name: (id, graph) => (isReached(id, '/web/admin-browser.ts', graph) ? 'back-office' : null), priority: 1 },
              ],
            },
          },
        },
      },
  define: isSsrBuild ? {} : { 'process.env.NODE_ENV': '"production"' },
}))
