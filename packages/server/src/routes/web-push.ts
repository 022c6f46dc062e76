// Binds the calls of devices for web push to their use cases.
import { findDevices, removeDevice, saveDevice, testDevice } from '../features/web-push/devices.ts'
import type { GroupHandlers } from '../kernel/handler.ts'

export const webPushHandlers: GroupHandlers<'webPush'> = {
  findDevices: ({ services, session }) => findDevices(services, session),
  saveDevice: ({ services, body, session, caller }) => saveDevice(services, caller, session, body),
  removeDevice: async ({ services, body, session }) => {
    await removeDevice(services, session.userId, body.id)
    return { message: 'The device shows no more notifications.' }
  },
  testDevice: async ({ services, body, session }) => {
    await testDevice(services, session.userId, body.id)
    return { message: 'A test message is on its way.' }
  },
}
