// Browser and system by the user agent, in recognisable words. It proves nothing: any program can claim any.
import { parse } from 'bowser'

const mostCharacters = 40

/** `describeUserAgent('Mozilla/5.0 (Windows NT 10.0) ... Firefox/140.0')` is "Firefox on Windows". */
export function describeUserAgent(userAgent: string): string {
  const text = userAgent.trim()
  if (text === '') return 'an unknown browser'
  const { browser, os } = parse(text)
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name ?? os.name ?? text.slice(0, mostCharacters)
}
