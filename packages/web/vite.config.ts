// Build and development server of the browser application. In production the server package serves the built files.
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite'
import { buildWorker } from './build-worker.ts'
import { compressFiles } from './compress-files.ts'
import { shareChunks } from './shared-chunks.ts'

const apiOrigin = process.env['CLUBFOLIO_API'] ?? 'http://127.0.0.1:4600'
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

const pages: UserConfig = {
  plugins: [react(), compressFiles()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // Workspace packages resolve to their sources, so nothing has to be built before the page runs.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/docs': { target: apiOrigin, changeOrigin: true },
      '/v1': { target: apiOrigin, changeOrigin: true },
      '/ws': { target: apiOrigin, changeOrigin: true, ws: true },
    },
  },
  build: {
    target: 'es2023',
    // Never inline small files: the policy allows no data: URLs for scripts and styles.
    assetsInlineLimit: 0,
  },
}

export default defineConfig(async ({ command, mode, isPreview }) => {
  if (command !== 'build' || isPreview) return pages
  const names = await shareChunks({ ...pages, root: fileURLToPath(new URL('.', import.meta.url)), mode })
  // A module goes to its planned file without its imports, because those are in a file that every user of this module
  // loads.
  const codeSplitting = {
    includeDependenciesRecursively: false,
    groups: [{ name: (id: string) => names.get(id) ?? null }],
  }
  return {
    ...pages,
    // The first pass of `shareChunks` needs no worker.
    plugins: [...(pages.plugins ?? []), buildWorker()],
    build: { ...pages.build, rolldownOptions: { output: { codeSplitting } } },
  }
})
