// Assigns modules shared by several screens to output files. By default the bundler creates one file for each set of
// screens that share something: one screen was 130 files, and its first call waited behind them
// (docs/decisions/0031-few-files-for-a-screen.md).
import { build, type InlineConfig, type Rolldown } from 'vite'

/** The pages of the first paint. No file contains anything that a page loading it does not need. */
const firstPages = {
  start: 'index.html',
  auth: 'src/features/auth/auth-screen.tsx',
  shell: 'src/app/shell/shell.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
} as const

/** Parts of the frame and of the dashboard that are loaded after the first paint. */
const topBarParts = [
  'src/features/stock/company-search-part.tsx',
  'src/features/account/account-menu-part.tsx',
  'src/features/account/account-notice-part.tsx',
  'src/features/account/stale-figures.tsx',
  'src/features/order/stopped-bar-part.tsx',
  'src/features/fund/attribution/best-and-worst.tsx',
  'src/features/dashboard/first-steps.tsx',
  'src/kernel/push.ts',
  'src/features/market/market-badge-part.tsx',
  'src/features/notification/notification-menu-part.tsx',
  'src/features/alert/alert-menu-part.tsx',
  'src/features/alert/alert-bar-part.tsx',
] as const

/** Parts of the dashboard of a user with an account; other screens show them too. */
const walletParts = [
  'src/features/wallet/api.ts',
  'src/features/wallet/wallet-historic-panel.tsx',
  'src/features/comparator/wallet-comparison-panel.tsx',
  'src/features/wallet/wallet-positions-panel.tsx',
  'src/features/risk/risk-summary.tsx',
] as const

/** Routes that only the dashboard of a user with an account calls. */
const walletRoutes = ['risk', 'order'] as const

/** Routes of the API that the frame and the dashboard call. */
const topBarRoutes = [
  'profile',
  'task',
  'market',
  'stock',
  'instrument-label',
  'account',
  'push',
  'notification',
  'alert',
  'quote',
] as const

/** Large, and needed by few screens. */
const keepsOwnFile =
  /[\\/]node_modules[\\/](klinecharts|lightweight-charts|fancy-canvas|@tanstack[\\/]virtual-core|@stomp)[\\/]|[\\/]packages[\\/]charts[\\/]/

const isLibrary = /[\\/]node_modules[\\/]/
const isChartPart = /[\\/]packages[\\/]charts[\\/]/
const isChartLibrary = /[\\/]node_modules[\\/](klinecharts|lightweight-charts)[\\/]/

/** Number of screens that share a module before it moves to the one file that all of them load. */
const fewestScreens = 3

/**
 * Builds the pages once with the bundler's default chunks, which show exactly which entry needs which module, and
 * returns the file name for each module; `undefined` leaves a module to the bundler.
 * @example const names = await shareChunks(config); names.get('/…/ui/modal.tsx') // 'screens'
 */
export async function shareChunks(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const chunks = await buildChunks(config)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closureOf = (roots: readonly Rolldown.OutputChunk[]): ReadonlySet<Rolldown.OutputChunk> => {
    const seen = new Set(roots)
    // Iterating a set also visits elements added during the iteration.
    for (const chunk of seen) for (const name of chunk.imports) seen.add(byName.get(name)!)
    return seen
  }
  // What a screen imports as well is in a file that begins with another module.
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(`/packages/${module}`)),
    )
    if (!found) throw new Error(`shared-chunks.ts names ${module}, which is in no file of the build.`)
    return found
  }
  const pages = Object.entries(firstPages).map(
    ([name, module]) => [name, closureOf([chunkOf(`web/${module}`)])] as const,
  )
  const topBar = closureOf([
    ...topBarParts.map((module) => chunkOf(`web/${module}`)),
    ...topBarRoutes.map((name) => chunkOf(`contract/src/${name}.ts`)),
  ])
  const wallet = closureOf([
    ...walletParts.map((module) => chunkOf(`web/${module}`)),
    ...walletRoutes.map((name) => chunkOf(`contract/src/${name}.ts`)),
  ])
  const screens = chunks.filter((chunk) => chunk.isDynamicEntry).map((chunk) => closureOf([chunk]))

  const nameOf = (chunk: Rolldown.OutputChunk): string | undefined => {
    const needing = pages.filter(([, loaded]) => loaded.has(chunk)).map(([name]) => name)
    // Every page needs the start file, so every page needs what it contains.
    if (needing.includes('start')) return 'start'
    if (needing.length > 0) return needing.join('-')
    if (topBar.has(chunk)) return 'top-bar'
    // Small, and every chart needs most of them. What needs a library comes with it.
    const needsLibrary = [...closureOf([chunk])].some(({ moduleIds }) =>
      moduleIds.some((id) => isChartLibrary.test(id)),
    )
    if (!chunk.isDynamicEntry && !needsLibrary && chunk.moduleIds.every((id) => isChartPart.test(id)))
      return 'chart-parts'
    if (chunk.moduleIds.some((id) => keepsOwnFile.test(id))) return undefined
    if (wallet.has(chunk)) return 'wallet'
    return screens.filter((loaded) => loaded.has(chunk)).length >= fewestScreens ? 'screens' : undefined
  }
  const names = new Map<string, string>()
  for (const chunk of chunks) {
    const name = nameOf(chunk)
    if (name === undefined) continue
    // Libraries that the start file needs rarely change, so a browser caches them across many versions.
    for (const id of chunk.moduleIds) names.set(id, name === 'start' && isLibrary.test(id) ? 'libraries' : name)
  }
  return names
}

async function buildChunks(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return outputs
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file] : []))
}
