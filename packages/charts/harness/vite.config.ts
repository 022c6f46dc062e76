// Serves the charts alone, on generated values, for manual inspection and for the browser tests. Not part of any build.

import react from '@vitejs/plugin-react'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  plugins: [react()],
  resolve: { conditions: ['source'] },
  server: { host: '127.0.0.1', hmr: false, watch: null },
})
