/** The oldest supported versions (docs/browsers.md). */
export const SUPPORTED_BROWSERS = { chrome: '109', edge: '109', firefox: '115', safari: '16.4' } as const

/** The syntax that builds may leave unchanged. */
export const BUILD_TARGET = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name + version)
