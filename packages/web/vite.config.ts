// How the browser application is built and served in development. The server package serves the built files itself.
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { shareChunks } from './shared-chunks.ts'

const apiOrigin = process.env['CLUBFOLIO_API'] ?? 'http://127.0.0.1:4600'
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

const pages: UserConfig = {
  plugins: [react(), compressFiles()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // Workspace packages are read from their sources, so nothing has to be built before the page runs.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/v1': { target: apiOrigin, changeOrigin: true },
      '/ws': { target: apiOrigin, changeOrigin: true, ws: true },
    },
  },
  build: {
    target: 'es2023',
    // Small files stay files: the policy allows no data: addresses for scripts and styles.
    assetsInlineLimit: 0,
  },
}

export default defineConfig(async ({ command, mode, isPreview }) => {
  if (command !== 'build' || isPreview) return pages
  const names = await shareChunks({ ...pages, root: fileURLToPath(new URL('.', import.meta.url)), mode })
  // A module goes to the file that the plan names, and does not take what it imports along: that is in a file that every user of this one loads.
  const codeSplitting = { includeDependenciesRecursively: false, groups: [{ name: (id: string) => names.get(id) ?? null }] }
  return { ...pages, build: { ...pages.build, rolldownOptions: { output: { codeSplitting } } } }
})
