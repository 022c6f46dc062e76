// Which device of which user this browser is for web push. It is noted where the service worker can read it too, so
// that a push for somebody who signed out, or for another user, shows nothing private. Works in page and worker.

export interface NotedDevice {
  readonly id: string
  readonly userId: string
  /** The browser has replaced its subscription, of which the server does not know yet. */
  readonly isReplaced?: boolean
}

function withStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('clubfolio-push', 1)
    const failWith = (request: IDBRequest) =>
      request.addEventListener('error', () =>
        reject(request.error ?? new Error('The database of this browser cannot be used.')),
      )
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('device'))
    failWith(opening)
    opening.addEventListener('success', () => {
      const request = act(opening.result.transaction('device', mode).objectStore('device'))
      failWith(request)
      request.addEventListener('success', () => {
        opening.result.close()
        resolve(request.result)
      })
    })
  })
}

export const notedPushDevice = (): Promise<NotedDevice | undefined> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `notePushDevice` writes it
  withStore('readonly', (store) => store.get('noted') as IDBRequest<NotedDevice | undefined>)

/** The id of the device whose messages this browser shows; undefined when nobody has switched them on. */
export const readPushDevice = async (): Promise<string | undefined> =>
  (await notedPushDevice().catch(() => undefined))?.id

export const notePushDevice = (device: NotedDevice): Promise<unknown> =>
  withStore('readwrite', (store) => store.put(device, 'noted'))

export const unnotePushDevice = (): Promise<unknown> => withStore('readwrite', (store) => store.delete('noted'))
