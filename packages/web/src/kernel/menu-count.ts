// Small numbers beside menu items (working orders, open positions). A feature sets them; the side menu shows them.
import { createUserStore } from './store.ts'

export const menuCounts = createUserStore<Readonly<Record<string, number>>>({})

/**
 * `setMenuCount('order', 4)`; zero or undefined takes the number away.
 * @public the features that have something to count call it
 */
export function setMenuCount(screen: string, count: number | undefined): void {
  const { [screen]: _before, ...others } = menuCounts.get()
  menuCounts.set(count ? { ...others, [screen]: count } : others)
}
