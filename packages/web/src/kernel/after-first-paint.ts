// Loading what the first paint can do without.

const longestWaitMs = 2_000

/**
 * Calls `act` once the page has loaded and the browser is idle, or 2 seconds after it has loaded:
 * `afterFirstPaint(() => void import('./rarely-needed.ts'))`.
 */
export function afterFirstPaint(act: () => void): void {
  const wait = () =>
    // Safari has no requestIdleCallback.
    'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: longestWaitMs }) : setTimeout(act, 0)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
