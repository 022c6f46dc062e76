// One page per chart, selected by the query string: ?page=stock&theme=dark&... The handle of the mounted chart is
// exposed as `window.harness` for tests.

import { StrictMode, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { ThemeName } from '../src/index.ts'
import { ComparisonPage, HistoryPage } from './history-page.tsx'
import { PiePage } from './pie-page.tsx'
import { StockPage } from './stock-page.tsx'

const query = new URLSearchParams(location.search)
const theme: ThemeName = query.get('theme') === 'dark' ? 'dark' : 'light'
const pages: Record<string, () => ReactElement> = {
  comparison: () => <ComparisonPage query={query} theme={theme} />,
  history: () => <HistoryPage query={query} theme={theme} />,
  pie: () => <PiePage query={query} theme={theme} />,
  stock: () => <StockPage query={query} theme={theme} />,
}
const page = pages[query.get('page') ?? 'stock']
const root = document.getElementById('root')
if (page === undefined || root === null) throw new Error('no such page')
document.body.style.background = theme === 'dark' ? '#16191D' : '#FFFFFF'
createRoot(root).render(<StrictMode>{page()}</StrictMode>)
