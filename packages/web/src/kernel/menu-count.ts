// Counts next to menu items (working orders, open positions). Features set them; the side menu shows them.
import { createUserStore } from './store.ts'

export const menuCounts = createUserStore<Readonly<Record<string, number>>>({})

/**
 * Sets the count of a menu item: `setMenuCount('order', 4)`; zero or undefined removes it.
 * @public called by features that have something to count
 */
export function setMenuCount(screen: string, count: number | undefined): void {
  const { [screen]: _before, ...others } = menuCounts.get()
  menuCounts.set(count ? { ...others, [screen]: count } : others)
}
