// Explains to the person at the console why the server cannot listen at its port.
import { ConfigError, type Config } from '../kernel/config.ts'
import { errorCodeOf } from '../kernel/error-code.ts'

/**
 * Returns a refusal for what its user can change, undefined for a fault.
 * Example: EADDRINUSE at 4600 -> "PORT: port 4600 is taken by another program. Stop it, or set PORT to a free one."
 */
export function explainPort(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): ConfigError | undefined {
  switch (errorCodeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT: port ${port} is taken by another program. Stop it, or set PORT to a free one.`)
    case 'EACCES':
      return new ConfigError(`PORT: this user may not listen at port ${port}. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST: ${host} is no address of this machine. Correct HOST, or leave it out.`)
    default:
      return undefined
  }
}
