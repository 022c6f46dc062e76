// Builds the service worker after the pages, because it lists their files: what a first start without a line needs is
// stored when the application is installed, everything else when a screen first loads it.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { compressFile } from './compress-files.ts'

const entry = fileURLToPath(new URL('src/service-worker/worker.ts', import.meta.url))

/** Screens that show the last figures, and the frame and sign-in around them. */
const pages = [
  'index.html',
  'src/features/auth/auth-screen.tsx',
  'src/app/shell/shell.tsx',
  'src/features/dashboard/dashboard-screen.tsx',
  'src/features/wallet/wallet-screen.tsx',
  'src/features/fund/home/my-funds-screen.tsx',
  'src/features/fund/home/my-funds.tsx',
] as const
/** Of these the parts that load later are stored too. */
const withParts: readonly string[] = pages.slice(3)

/** Every call is defined there; without it a call is neither answered from this device nor refused in plain words. */
const isContract = /[\\/]packages[\\/]contract[\\/]/

/** Files beside the bundle, as addresses. */
const others = ['/', '/color-scheme.js', '/favicon.svg', '/manifest.webmanifest']
/** Letters of English text; other scripts are stored when they are first shown. */
const isFirstFont = /ibm-plex-sans-latin-wght-normal[^/]*\.woff2$/

export function buildWorker(): Plugin {
  return {
    name: 'build-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const files = [...others, ...shellFiles(bundle).map((name) => `/${name}`)]
      // The pages have no hash in their names, so their content counts.
      const hash = createHash('sha256').update(files.join('\n'))
      for (const name of ['index.html', 'color-scheme.js', 'manifest.webmanifest'])
        hash.update(await readFile(join(dir, name)))
      const version = hash.digest('hex').slice(0, 16)
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        define: { __PRECACHE__: JSON.stringify({ version, files }) },
        build: {
          target: 'es2023',
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
        },
      })
      await compressFile(join(dir, 'service-worker.js'))
    },
  }
}

/** Returns the names of the files that the pages above need, scripts, styles and the first font. */
function shellFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const isIn = (id: string) => id.replaceAll('\\', '/').endsWith(`/packages/web/${module}`)
    const found = chunks.find(({ facadeModuleId, moduleIds }) => isIn(facadeModuleId ?? '') || moduleIds.some(isIn))
    if (!found) throw new Error(`build-worker.ts names ${module}, which no file of the build contains.`)
    return found
  }
  const names = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (names.has(name)) return
    names.add(name)
    if (chunk?.type !== 'chunk') return
    for (const style of chunk.viteMetadata?.importedCss ?? []) names.add(style)
    for (const imported of chunk.imports) add(imported)
  }
  for (const page of pages) add(chunkOf(page).fileName)
  for (const page of withParts) for (const part of chunkOf(page).dynamicImports) add(part)
  for (const { fileName, moduleIds } of chunks) if (moduleIds.every((id) => isContract.test(id))) add(fileName)
  for (const name of Object.keys(bundle)) if (isFirstFont.test(name)) add(name)
  return [...names].toSorted()
}
