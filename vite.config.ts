import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGET } from './app/supported-browsers.ts'
import { ROUTE_STYLESHEETS } from './app/pages/route-stylesheets.ts'

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether a module is reached from an entry without dynamic imports. */
function isReachedStatically(id: string, entry: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some(
    (importer) => importer.endsWith(entry) || isReachedStatically(importer, entry, graph, seen),
  )
}

/**
 * All modules with which an area starts, in one file, which compresses better than twenty. Excludes the entry, because it runs on load and
 * the other area imports from this file, and stylesheets, which are inlined.
 */
const entryChunk = (entry: string, name: string) => (id: string, graph: Graph) =>
  !id.endsWith(entry) && !id.endsWith('.css') && isReachedStatically(id, entry, graph) ? name : null

const CATALOGUE_PAGES = ['home/home', 'product-list/products', 'product-page/product'].map(
  (name) => `/catalogue/${name}-page.tsx`,
)

/** Modules that at least two of these pages use, in one file: many small files cost a third more than their sum. */
const sharedChunk = (users: string[], name: string) => (id: string, graph: Graph) =>
  !id.endsWith('.css') && users.filter((user) => isReachedStatically(id, user, graph)).length > 1
    ? name
    : null

/** Vite wraps dynamic imports in code that preloads stylesheets. Each area has one inlined stylesheet, so a retry replaces this code. */
const importTwice: Plugin = {
  name: 'import-twice',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () =>
      `export { importScript as __vitePreload } from '${import.meta.dirname}/kit/hydration/import-script.ts'`,
  },
}

/**
 * Parts of the router for framework mode, instrumentation and server component errors, replaced by empty
 * exports because they cannot be disabled. An upgrade that renames an export fails the build (ADR-6).
 */
const emptyExports = (...names: string[]) =>
  names.map((name) => `export const ${name} = () => undefined`).join('\n')
const UNUSED_ROUTER_MODULES: Record<string, string> = {
  'dom/ssr/components.js': `
    import { createContext } from 'react'
    export const FrameworkContext = createContext(undefined)
    export const PrefetchPageLinks = () => null
    export const usePrefetchBehavior = () => [false, null, {}]
    export const mergeRefs = (ref) => ref
    ${emptyExports('CRITICAL_CSS_DATA_ATTRIBUTE', 'Links', 'Meta', 'Scripts', 'setIsHydrated', 'useFrameworkContext')}`,
  'errors.js': emptyExports('decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'),
  'router/instrumentation.js': emptyExports(
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'instrumentHandler',
    'instrumentationResultMetaContext',
  ),
}
const routerWithoutFramework: Plugin = {
  name: 'router-without-framework',
  enforce: 'pre',
  load: {
    filter: {
      id: /react-router\/dist\/production\/lib\/(errors|dom\/ssr\/components|router\/instrumentation)\.js$/,
    },
    handler: (id) => UNUSED_ROUTER_MODULES[id.split('/lib/').at(-1)!]!,
  },
}

/**
 * Router functions that are never reached: its error screen, server component errors, middleware, and route
 * table changes. An upgrade that renames one fails the build.
 */
const UNUSED_ROUTER_FUNCTIONS: Record<string, string[]> = {
  'hooks.js': ['DefaultErrorComponent', 'RSCErrorHandler'],
  'router/router.js': [
    'defaultDataStrategyWithMiddleware',
    'getInstrumentationNavigateMeta',
    'patchRoutesImpl',
    'runClientMiddlewarePipeline',
  ],
}
const routerWithoutUnused: Plugin = {
  name: 'router-without-unused',
  enforce: 'pre',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/(hooks|router\/router)\.js$/ },
    handler: (code, id) =>
      UNUSED_ROUTER_FUNCTIONS[id.split('/lib/').at(-1)!]!.reduce((text, name) => {
        const emptied = text.replace(
          new RegExp(`^(async )?function ${name}\\(.*?^}`, 'ms'),
          `function ${name}() {}`,
        )
        if (emptied === text) throw new Error(`The router has no function ${name} any more.`)
        return emptied
      }, code),
  },
}

/**
 * Shorter than base64 after compression, because the common file has many names. The same in both builds,
 * because the server's pages name browser files.
 */
const HASHED_ASSETS = { hashCharacters: 'hex', assetFileNames: 'assets/[name]-[hash:7][extname]' } as const

/** Two builds: browser scripts (`dist/browser`) and the server renderer (`dist/renderer`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ...(isSsrBuild ? [] : [importTwice, routerWithoutFramework, routerWithoutUnused]),
    react(),
    tailwindcss(),
  ],
  publicDir: isSsrBuild ? false : 'app/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/renderer',
        ssr: true,
        target: 'node22',
        rolldownOptions: {
          input: 'app/server-renderer.tsx',
          output: { ...HASHED_ASSETS, entryFileNames: 'render.js' },
        },
      }
    : {
        outDir: 'dist/browser',
        manifest: 'manifest.json',
        target: BUILD_TARGET,
        // The page itself lists its scripts.
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [
            'app/shop-client-entry.ts',
            'app/admin-client-entry.ts',
            ...new Set(Object.values(ROUTE_STYLESHEETS)),
          ],
          // Inlines constants where they are used. No module has side effects when a property or global is read. The router's console
          // warnings and usage checks (2 kB) are removed: their calls count as pure.
          treeshake: {
            propertyReadSideEffects: false,
            unknownGlobalSideEffects: false,
            manualPureFunctions: ['warning', 'warningOnce', 'warnOnce', 'invariant'],
          },
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            ...HASHED_ASSETS,
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: entryChunk('/app/shop-client-entry.ts', 'shop'), priority: 4 },
                {
                  name: sharedChunk(
                    ['/product-list/products-page.tsx', '/content/faq/faq-page.tsx'],
                    'breadcrumb',
                  ),
                  priority: 3,
                },
                { name: sharedChunk(CATALOGUE_PAGES, 'shelves'), priority: 2 },
                {
                  name: sharedChunk(
                    ['/product-list/products-page.tsx', '/catalogue/categories/categories-page.tsx'],
                    'pager',
                  ),
                  priority: 2,
                },
                {
                  name: sharedChunk(
                    ['/product-list/products-page.tsx', '/enquiries/business-enquiry-page.tsx'],
                    'field',
                  ),
                  priority: 2,
                },
                {
                  name: sharedChunk(
                    ['/product-page/product-page.tsx', '/cart/drawer/cart-panel.tsx'],
                    'buying',
                  ),
                  priority: 2,
                },
                {
                  name: sharedChunk(
                    ['/accounts/sign-in/login-page.tsx', '/accounts/registration/register-page.tsx'],
                    'forms',
                  ),
                  priority: 2,
                },
                { name: entryChunk('/app/admin-client-entry.ts', 'back-office'), priority: 1 },
              ],
            },
          },
        },
      },
  define: isSsrBuild ? {} : { 'process.env.NODE_ENV': '"production"' },
}))
