// Sets the colour scheme before the first paint. A file of its own, because the content security policy allows no inline script.
// The choice lives in a cookie (see src/app/theme/color-scheme.ts), so that signing out does not change the look.
;(function () {
  var match = /(?:^|; )colorScheme=(light|dark)/.exec(document.cookie)
  var scheme = match ? match[1] : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
