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
    const fail = (request: IDBRequest) => () => reject(request.error ?? new Error('The database could not be used.'))
    opening.onupgradeneeded = () => opening.result.createObjectStore('device')
    opening.onerror = fail(opening)
    opening.onsuccess = () => {
      const request = act(opening.result.transaction('device', mode).objectStore('device'))
      request.onerror = fail(request)
      request.onsuccess = () => {
        opening.result.close()
        resolve(request.result)
      }
    }
  })
}

export const notedPushDevice = (): Promise<NotedDevice | undefined> =>
  withStore('readonly', (store) => store.get('noted') as IDBRequest<NotedDevice | undefined>)

/** The id of the device whose messages this browser shows; undefined when nobody has switched them on. */
export const readPushDevice = async (): Promise<string | undefined> =>
  (await notedPushDevice().catch(() => undefined))?.id

export const notePushDevice = (device: NotedDevice): Promise<unknown> =>
  withStore('readwrite', (store) => store.put(device, 'noted'))

export const unnotePushDevice = (): Promise<unknown> => withStore('readwrite', (store) => store.delete('noted'))
