import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        rolldownOptions: { input: ['web/browser.ts', 'web/admin-browser.ts'] },
      },
  define: isSsrBuild ? {} : { 'process.env.NODE_ENV': '"production"' },
}))
