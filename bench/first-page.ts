// The JavaScript before a visitor's first page: what the sign-in page and the dashboard's first paint load, gzipped,
// and that no charting code is part of it. Counted on the production build, chunk by chunk, so the figures do not
// depend on the machine. Source: docs/rules/promises.md, "Speed".
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { reportRow } from './support/report-row.ts'

const mostKilobytes = 260
const root = fileURLToPath(new URL('../packages/web', import.meta.url))
const chartCode = /\/node_modules\/(klinecharts|lightweight-charts|fancy-canvas)\/|\/packages\/charts\//

interface Chunk {
  readonly fileName: string
  readonly facadeModuleId: string | null
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly code: string
}

const chunks = await buildChunks()
const fileNames = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

const entry = 'index.html'
const pages = [
  { name: 'sign-in page', isPromised: true, modules: [entry, 'features/auth/auth-screen.tsx'] },
  {
    name: 'dashboard, first paint',
    isPromised: true,
    modules: [entry, 'app/shell/shell.tsx', 'features/dashboard/dashboard-screen.tsx'],
  },
  {
    // What loads afterwards into space reserved for it: recorded without a promise.
    name: 'dashboard and what then fills the top bar',
    isPromised: false,
    modules: [
      entry,
      'app/shell/shell.tsx',
      'features/dashboard/dashboard-screen.tsx',
      'features/stock/company-search-part.tsx',
      'features/market/market-badge-part.tsx',
      'features/notification/notification-menu-part.tsx',
      'features/alert/alert-menu-part.tsx',
      'features/alert/alert-bar-part.tsx',
    ],
  },
] as const

for (const { name, isPromised, modules } of pages) {
  const loaded = [...new Set(modules.flatMap((module) => closureOf(chunkOf(module))))]
  const kilobytes = loaded.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0) / 1024
  const charts = loaded.filter((chunk) => chunk.moduleIds.some((id) => chartCode.test(id)))
  reportRow({
    what: `gzip JavaScript of the ${name}`,
    value: kilobytes,
    unit: 'KB',
    digits: 1,
    ...(isPromised ? { bar: { atMost: mostKilobytes } } : {}),
    figures: `${loaded.length} files`,
  })
  reportRow({
    what: `files with charting code in the ${name}`,
    value: charts.length,
    digits: 0,
    bar: { atMost: 0 },
    figures: charts.map(({ fileName }) => fileName).join(', '),
  })
  if (process.argv.includes('--files'))
    for (const chunk of loaded)
      console.log(`       ${(gzipSync(chunk.code).length / 1024).toFixed(1).padStart(6)} KB ${chunk.fileName}`)
}

async function buildChunks(): Promise<Chunk[]> {
  const built = await build({ root, logLevel: 'error', build: { write: false } })
  const outputs = Array.isArray(built) ? built : [built]
  return outputs
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

/** Returns the chunk that a page or dynamic import starts with; a part merged into a larger chunk is found there. */
function chunkOf(module: string): Chunk {
  const ending = module === entry ? '/index.html' : `/src/${module}`
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)))
  if (!found) throw new Error(`No file of the build holds ${module}.`)
  return found
}

/** Returns the chunk and everything it imports before it can run. */
function closureOf(chunk: Chunk, seen = new Set<Chunk>()): Chunk[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  return [chunk, ...chunk.imports.flatMap((fileName) => closureOf(fileNames.get(fileName)!, seen))]
}
