// Takes the place of the service worker while CLUBFOLIO_SERVICE_WORKER is off: deletes the files that it stored and
// removes it from the browser. Pages then come from the server alone.
self.addEventListener('install', function () {
  void self.skipWaiting()
})
self.addEventListener('activate', function (event) {
  event.waitUntil(
    caches
      .keys()
      .then(function (names) {
        const ours = names.filter(function (name) {
          return name.startsWith('application-')
        })
        return Promise.all(
          ours.map(function (name) {
            return caches.delete(name)
          }),
        )
      })
      .then(function () {
        return self.registration.unregister()
      }),
  )
})
