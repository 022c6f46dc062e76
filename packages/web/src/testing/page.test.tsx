import { expect, test } from 'vitest'

test.each(['blob:nodedata:73322a6f', '/orders', 'mailto:a@example.com'])(
  'a click on a link to %s leaves the address of the page as it is',
  (href) => {
    const before = location.href
    const link = Object.assign(document.createElement('a'), { href, download: 'file.csv' })
    document.body.append(link)
    link.click()
    link.remove()
    expect(location.href).toBe(before)
    expect(new URL('/socket', location.href).pathname).toBe('/socket')
  },
)
