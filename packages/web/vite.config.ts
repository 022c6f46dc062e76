// How the browser application is built and served in development. The server package serves the built files itself.
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defaultClientConditions, defineConfig } from 'vite'

const apiOrigin = process.env['CLUBFOLIO_API'] ?? 'http://127.0.0.1:4600'
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  plugins: [react()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'tanstack-base', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store)[\\/]/ },
          ],
        },
      },
    },
  },
})
