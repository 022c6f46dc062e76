// Passkeys in this browser. The library that speaks with the device is loaded with its first use.
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@clubfolio/contract'

/** Browsers bind passkeys to a name, so an address in numbers has none. */
export const arePasskeysPossible = (place: Pick<Location, 'hostname'> = window.location): boolean =>
  typeof PublicKeyCredential === 'function' && !/^(\d+\.){3}\d+$|^\[/.test(place.hostname)

/** Returns why this page can make no passkey; undefined where it can. */
export const describePasskeyObstacle = (): string | undefined =>
  arePasskeysPossible() ? undefined : 'Passkeys need a browser that knows them, and an address with a name'

/** Makes a passkey on the device that the person chooses; rejects when they cancel. */
export async function createPasskey({ options }: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
  }
}

/** Has the challenge signed by the device; rejects when the person cancels. */
export async function signByPasskey({ options }: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle === undefined || userHandle === '' ? {} : { userHandle }),
    },
  }
}
