// Browser and system by the user agent, in recognisable words. It proves nothing: any program can claim any. Its own
// text is never repeated, since a stranger could write into our mail with it.
import { BROWSER_MAP, OS_MAP, parse } from 'bowser'

/** The library answers an unknown agent with a part of its text. */
const known = new Set([...Object.values(BROWSER_MAP), ...Object.values(OS_MAP)])

/** `describeUserAgent('Mozilla/5.0 (Windows NT 10.0) ... Firefox/140.0')` is "Firefox on Windows". */
export function describeUserAgent(userAgent: string): string {
  // The library throws on an empty text.
  if (userAgent.trim() === '') return 'an unknown browser'
  const { browser, os } = parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && known.has(name))
  return names.length === 0 ? 'an unknown browser' : names.join(' on ')
}
